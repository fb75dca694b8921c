import {writeFileSync} from 'node:fs'
import sharp from 'sharp'
import {LakeError} from '../../errors.ts'
import {describeImage} from '../imageMetadata.ts'
import {renderImage} from '../transform/renderImage.ts'
import type {ImageAnswer, ImageJob} from './ImageProcess.ts'

/** Entry of the image process: one job at a time, with a memory watchdog. */
const WATCH_MS = 20
const memoryLimit = Number(process.argv[2]) * 1024 * 1024

// No libvips cache: no operation repeats.
sharp.cache(false)
// Allow only the loaders of supported formats.
sharp.block({operation: ['VipsForeignLoad']})
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Svg', 'Heif'].map((name) => `VipsForeignLoad${name}`),
})

/** Ends immediately: a regular exit waits for decoding threads. */
const die = () => process.kill(process.pid, 'SIGKILL')

// The channel closes whenever the lake ends.
process.on('disconnect', die)
setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimit) die()
}, WATCH_MS)
try {
  // Make this process the OOM killer's first choice, rather than the lake.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Linux only.
}

const answer = (message: ImageAnswer): void => {
  process.send?.(message)
}

async function draw(job: ImageJob): Promise<ImageAnswer> {
  try {
    return job.kind === 'describe'
      ? {kind: 'described', image: await describeImage(job.file)}
      : {kind: 'rendered', image: await renderImage(job.request)}
  } catch (error) {
    if (error instanceof LakeError) {
      return {kind: 'refusal', status: error.status, body: error.body, message: error.message}
    }
    return {kind: 'failure', message: error instanceof Error ? error.message : String(error)}
  }
}

process.on('message', (job: ImageJob) => {
  void draw(job).then(answer)
})
answer({kind: 'ready'})
