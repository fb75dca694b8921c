import {fromSentError} from '../../childProcess.ts'
import type {DescribedImage} from '../imageMetadata.ts'
import {isRaster} from '../imageSignatures.ts'
import type {RenderRequest} from '../transform/renderImage.ts'
import {type ImageAnswer, type ImageJob, ImageProcess, type ProcessLimits} from './ImageProcess.ts'
import {JobQueue, type QueueLimits, type Sender} from './JobQueue.ts'

interface ImageLimits extends ProcessLimits, QueueLimits {
  describeMs: number
  renderMs: number
  drawingMs: number
  idleMs: number
}

export const IMAGE_LIMITS: ImageLimits = {
  running: 2,
  anonymous: 1,
  waiting: 64,
  waitingPerAddress: 16,
  budgetMs: 60_000,
  refillMs: 600_000,
  startMs: 30_000,
  memoryMb: 1024,
  describeMs: 60_000,
  renderMs: 20_000,
  drawingMs: 8000,
  idleMs: 60_000,
}

/** The lake itself, as for imports. */
const SELF: Sender = {isKnown: true, address: undefined}

/** Decodes and renders images in child processes: one that takes too much ends its process, and is rejected. */
export class ImageService {
  readonly #limits: ImageLimits
  readonly #queue: JobQueue
  readonly #processes = new Set<ImageProcess>()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(limits: ImageLimits = IMAGE_LIMITS) {
    this.#limits = limits
    this.#queue = new JobQueue(limits)
  }

  async describe(file: string, sender: Sender = SELF): Promise<DescribedImage> {
    const {describeMs, drawingMs} = this.#limits
    const answer = await this.#run({kind: 'describe', file}, (await isRaster(file)) ? describeMs : drawingMs, sender)
    return answer.kind === 'described' ? answer.image : fail(answer)
  }

  async render(request: RenderRequest, sender: Sender): Promise<Uint8Array> {
    const {renderMs, drawingMs} = this.#limits
    const limitMs = request.extension === 'svg' ? drawingMs : renderMs
    const answer = await this.#run({kind: 'render', request}, limitMs, sender)
    return answer.kind === 'rendered' ? answer.image : fail(answer)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    for (const process of this.#processes) process.close()
    this.#processes.clear()
  }

  #run(job: ImageJob, limitMs: number, sender: Sender): Promise<ImageAnswer> {
    return this.#queue.run(sender, async () => {
      if (this.#isClosed) throw new Error('The lake is closed')
      clearTimeout(this.#timer)
      try {
        return await this.#idleProcess().run(job, limitMs)
      } finally {
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => this.#endIdle(), this.#limits.idleMs)
        this.#timer.unref()
      }
    })
  }

  #idleProcess(): ImageProcess {
    for (const process of this.#processes) {
      if (process.hasEnded) this.#processes.delete(process)
      else if (!process.isBusy) return process
    }
    const started = new ImageProcess(this.#limits)
    this.#processes.add(started)
    return started
  }

  #endIdle(): void {
    for (const process of this.#processes) {
      if (process.isBusy) continue
      this.#processes.delete(process)
      process.close()
    }
  }
}

function fail(answer: ImageAnswer): never {
  if (answer.kind === 'refusal' || answer.kind === 'failure') throw fromSentError(answer)
  throw new Error(`An image was answered by "${answer.kind}"`)
}
