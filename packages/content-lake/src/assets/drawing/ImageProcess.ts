import {fork} from 'node:child_process'
import {moduleBeside, type SentError} from '../../childProcess.ts'
import {httpError, type LakeError, serviceUnavailable} from '../../errors.ts'
import {imageError} from '../imageFormats.ts'
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

export type ImageProcess = ReturnType<typeof startImageProcess>

/**
 * A child process that decodes images, one at a time, and is killed when one takes too long or too much memory. It gets
 * none of this process's environment, which holds secrets, and ends with this process.
 */
export function startImageProcess({startMs, memoryMb}: ProcessLimits) {
  let isReady = false
  let hasEnded = false
  let task: Task | undefined
  const child = fork(ENTRY, [String(memoryMb)], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${HEAP_MB}`, '--disable-warning=ExperimentalWarning'],
    env: {NODE_ENV: 'production', MALLOC_ARENA_MAX: '2', G_DEBUG: '', VIPS_WARNING: '0'},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.on('message', take)
  // Until it is ready, no image has been read: its end is not the image's fault.
  child.on('error', (error) => end(unavailable(error.message)))
  child.on('exit', () =>
    end(
      isReady
        ? imageError('tooMuchMemory', 'The image needs too much memory: upload a smaller or simpler one')
        : unavailable('it ended at its start'),
    ),
  )
  const starting = setTimeout(() => kill(unavailable('it does not start')), startMs)
  starting.unref()
  child.once('message', () => clearTimeout(starting))
  child.once('exit', () => clearTimeout(starting))
  keepParentAlive(false)

  /** Runs a job. Rejects with the reason when the process has to be killed. */
  function run(job: ImageJob, limitMs: number): Promise<ImageAnswer> {
    if (hasEnded) return Promise.reject(unavailable('it has ended'))
    const {promise, resolve, reject} = Promise.withResolvers<ImageAnswer>()
    task = {job, limitMs, resolve, reject}
    keepParentAlive(true)
    if (isReady) send()
    return promise
  }

  function send(): void {
    if (!task) return
    const {job, limitMs} = task
    task.timer = setTimeout(() => {
      const limit = {seconds: limitMs / 1000}
      kill(imageError('tooSlow', 'The image takes too long to draw: upload a simpler or smaller one', limit))
    }, limitMs)
    child.send(job, (error) => {
      if (error) kill(unavailable(error.message))
    })
  }

  function take(answer: ImageAnswer): void {
    if (answer.kind === 'ready') {
      isReady = true
      send()
    } else if (answer.kind === 'unable') kill(withoutSharp())
    else endTask()?.resolve(answer)
  }

  function kill(error: LakeError): void {
    end(error)
    // Only SIGKILL stops threads in libvips.
    child.kill('SIGKILL')
  }

  function end(error: LakeError): void {
    hasEnded = true
    endTask()?.reject(error)
  }

  function endTask(): Task | undefined {
    const ended = task
    task = undefined
    clearTimeout(ended?.timer)
    keepParentAlive(false)
    return ended
  }

  /** An idle child must not keep this process alive. */
  function keepParentAlive(isAtWork: boolean): void {
    const change = isAtWork ? 'ref' : 'unref'
    child[change]()
    child.channel?.[change]()
  }

  return {
    run,
    hasEnded: () => hasEnded,
    isBusy: () => task !== undefined,
    close: () => kill(unavailable('the lake closes')),
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
