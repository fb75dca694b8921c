import {fromSentError} from '../../childProcess.ts'
import {isRaster} from '../imageFormats.ts'
import type {DescribedImage} from '../imageMetadata.ts'
import type {RenderRequest} from '../transform/renderImage.ts'
import {
  type ImageAnswer,
  type ImageJob,
  type ImageProcess,
  type ProcessLimits,
  startImageProcess,
} from './ImageProcess.ts'
import {createJobQueue, type QueueLimits, type Sender} from './jobQueue.ts'

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

/** Uploads and imports: only who may write has them. */
const SELF: Sender = {isKnown: true, address: undefined}

export type ImageService = ReturnType<typeof createImageService>

/** Decodes and renders images in child processes: one that takes too much ends its process, and is rejected. */
export function createImageService(limits: ImageLimits = IMAGE_LIMITS) {
  const processes = new Set<ImageProcess>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const queue = createJobQueue(limits)

  async function describe(file: string): Promise<DescribedImage> {
    const {describeMs, drawingMs} = limits
    const answer = await run({kind: 'describe', file}, (await isRaster(file)) ? describeMs : drawingMs, SELF)
    return answer.kind === 'described' ? answer.image : fail(answer)
  }

  async function render(request: RenderRequest, sender: Sender): Promise<Uint8Array> {
    const {renderMs, drawingMs} = limits
    const limitMs = request.extension === 'svg' ? drawingMs : renderMs
    const answer = await run({kind: 'render', request}, limitMs, sender)
    return answer.kind === 'rendered' ? answer.image : fail(answer)
  }

  function close(): void {
    isClosed = true
    clearTimeout(timer)
    for (const process of processes) process.close()
    processes.clear()
  }

  function run(job: ImageJob, limitMs: number, sender: Sender): Promise<ImageAnswer> {
    return queue.run(sender, async () => {
      if (isClosed) throw new Error('The lake is closed')
      clearTimeout(timer)
      try {
        return await idleProcess().run(job, limitMs)
      } finally {
        clearTimeout(timer)
        timer = setTimeout(endIdle, limits.idleMs)
        timer.unref()
      }
    })
  }

  function idleProcess(): ImageProcess {
    for (const process of processes) {
      if (process.hasEnded()) processes.delete(process)
      else if (!process.isBusy()) return process
    }
    const started = startImageProcess(limits)
    processes.add(started)
    return started
  }

  function endIdle(): void {
    for (const process of processes) {
      if (process.isBusy()) continue
      processes.delete(process)
      process.close()
    }
  }

  return {describe, render, close}
}

function fail(answer: ImageAnswer): never {
  if (answer.kind === 'refusal' || answer.kind === 'failure') throw fromSentError(answer)
  throw new Error(`An image was answered by "${answer.kind}"`)
}
