import {preferredByTheOomKiller, toSentError} from '../../childProcess.ts'
import type {ImageAnswer, ImageJob} from './ImageProcess.ts'

/** Entry of the image process: one job at a time, with a memory watchdog. */
const WATCH_MS = 20
const memoryLimit = Number(process.argv[2]) * 1024 * 1024

/** Ends immediately: a regular exit waits for decoding threads. */
const die = () => process.kill(process.pid, 'SIGKILL')

// The channel closes whenever the lake ends.
process.on('disconnect', die)
setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimit) die()
}, WATCH_MS)
preferredByTheOomKiller()

const answer = (message: ImageAnswer): void => {
  process.send?.(message)
}

/** Loads sharp, an optional dependency, and what draws with it. Rejects where it is not installed for this machine. */
async function loadDrawing() {
  const {default: sharp} = await import('sharp')
  // No libvips cache: no operation repeats.
  sharp.cache(false)
  // Allow only the loaders of supported formats.
  sharp.block({operation: ['VipsForeignLoad']})
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Svg', 'Heif'].map((name) => `VipsForeignLoad${name}`),
  })
  const [{describeImage}, {renderImage}] = await Promise.all([
    import('../imageMetadata.ts'),
    import('../transform/renderImage.ts'),
  ])
  return {describeImage, renderImage}
}

async function draw(job: ImageJob, drawing: Awaited<ReturnType<typeof loadDrawing>>): Promise<ImageAnswer> {
  try {
    return job.kind === 'describe'
      ? {kind: 'described', image: await drawing.describeImage(job.file)}
      : {kind: 'rendered', image: await drawing.renderImage(job.request)}
  } catch (error) {
    return toSentError(error)
  }
}

const drawing = await loadDrawing().catch(() => undefined)
if (drawing) {
  process.on('message', (job: ImageJob) => {
    void draw(job, drawing).then(answer)
  })
}
answer({kind: drawing ? 'ready' : 'unable'})
