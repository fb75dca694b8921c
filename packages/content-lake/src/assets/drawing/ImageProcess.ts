import {type ChildProcess, fork} from 'node:child_process'
import {moduleBeside, type SentError} from '../../childProcess.ts'
import {httpError, type LakeError, serviceUnavailable} from '../../errors.ts'
import {imageError} from '../imageError.ts'
import type {DescribedImage} from '../imageMetadata.ts'
import type {RenderRequest} from '../transform/renderImage.ts'

export type ImageJob = {kind: 'describe'; file: string} | {kind: 'render'; request: RenderRequest}

export type ImageAnswer =
  | {kind: 'ready'}
  /** Sent once, where sharp cannot be loaded. */
  | {kind: 'unable'}
  | {kind: 'described'; image: DescribedImage}
  | {kind: 'rendered'; image: Uint8Array}
  | SentError

export interface ProcessLimits {
  startMs: number
  /** Resident memory limit, enforced by the process itself. */
  memoryMb: number
}

const ENTRY = moduleBeside(import.meta.url, 'drawImages')

/** Heap limit: pixels are outside of the heap. */
const HEAP_MB = 256

interface Task {
  job: ImageJob
  limitMs: number
  timer?: NodeJS.Timeout
  resolve: (answer: ImageAnswer) => void
  reject: (error: Error) => void
}

/**
 * A child process that decodes images, one at a time, and is killed when one takes too long or too much memory. It gets
 * none of this process's environment, which holds secrets, and ends with this process.
 */
export class ImageProcess {
  readonly #child: ChildProcess
  #isReady = false
  #hasEnded = false
  #task: Task | undefined

  constructor({startMs, memoryMb}: ProcessLimits) {
    this.#child = fork(ENTRY, [String(memoryMb)], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${HEAP_MB}`, '--disable-warning=ExperimentalWarning'],
      env: {NODE_ENV: 'production', MALLOC_ARENA_MAX: '2', G_DEBUG: '', VIPS_WARNING: '0'},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child.on('message', (answer: ImageAnswer) => this.#take(answer))
    // Until it is ready, no image has been read: its end is not the image's fault.
    this.#child.on('error', (error) => this.#end(unavailable(error.message)))
    this.#child.on('exit', () =>
      this.#end(
        this.#isReady
          ? imageError('tooMuchMemory', 'The image needs too much memory: upload a smaller or simpler one')
          : unavailable('it ended at its start'),
      ),
    )
    const starting = setTimeout(() => this.#kill(unavailable('it does not start')), startMs)
    starting.unref()
    this.#child.once('message', () => clearTimeout(starting))
    this.#child.once('exit', () => clearTimeout(starting))
    this.#keepParentAlive(false)
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  get isBusy(): boolean {
    return this.#task !== undefined
  }

  /** Runs a job. Rejects with the reason when the process has to be killed. */
  run(job: ImageJob, limitMs: number): Promise<ImageAnswer> {
    if (this.#hasEnded) return Promise.reject(unavailable('it has ended'))
    const {promise, resolve, reject} = Promise.withResolvers<ImageAnswer>()
    this.#task = {job, limitMs, resolve, reject}
    this.#keepParentAlive(true)
    if (this.#isReady) this.#send()
    return promise
  }

  close(): void {
    this.#kill(unavailable('the lake closes'))
  }

  #send(): void {
    const task = this.#task
    if (!task) return
    task.timer = setTimeout(() => {
      const limit = {seconds: task.limitMs / 1000}
      this.#kill(imageError('tooSlow', 'The image takes too long to draw: upload a simpler or smaller one', limit))
    }, task.limitMs)
    this.#child.send(task.job, (error) => {
      if (error) this.#kill(unavailable(error.message))
    })
  }

  #take(answer: ImageAnswer): void {
    if (answer.kind === 'ready') {
      this.#isReady = true
      this.#send()
    } else if (answer.kind === 'unable') this.#kill(withoutSharp())
    else this.#endTask()?.resolve(answer)
  }

  #kill(error: LakeError): void {
    this.#end(error)
    // Only SIGKILL stops threads in libvips.
    this.#child.kill('SIGKILL')
  }

  #end(error: LakeError): void {
    this.#hasEnded = true
    this.#endTask()?.reject(error)
  }

  #endTask(): Task | undefined {
    const task = this.#task
    this.#task = undefined
    clearTimeout(task?.timer)
    this.#keepParentAlive(false)
    return task
  }

  /** An idle child must not keep this process alive. */
  #keepParentAlive(isAtWork: boolean): void {
    const change = isAtWork ? 'ref' : 'unref'
    this.#child[change]()
    this.#child.channel?.[change]()
  }
}

const unavailable = (reason: string): LakeError =>
  serviceUnavailable(`The process that draws images could not be used: ${reason}`, 5, {reason: 'busy'})

/** The answer of a lake that was installed without its optional dependency. */
function withoutSharp(): LakeError {
  const message =
    'This lake cannot read or change images, as the npm package "sharp" is not installed for this machine. ' +
    'Install it beside the lake ("npm install sharp") and try again. Documents, queries, files and images as they were uploaded work without it.'
  return httpError(501, message, {reason: 'noSharp'})
}
