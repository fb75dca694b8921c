import {writeFileSync} from 'node:fs'
import sharp from 'sharp'
import {LakeError} from '../../errors.ts'
import {describeImage} from '../imageMetadata.ts'
import {renderImage} from '../transform/renderImage.ts'
import type {ImageAnswer, ImageJob} from './ImageProcess.ts'

/** The process's side: one image after the other, and a watch over its own memory. */
const WATCH_MS = 20
const memoryLimit = Number(process.argv[2]) * 1024 * 1024

// Nothing is drawn twice in a row: what libvips would keep is only memory.
sharp.cache(false)
// Of all that libvips can read, only what is an image here.
sharp.block({operation: ['VipsForeignLoad']})
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Svg', 'Heif'].map((name) => `VipsForeignLoad${name}`),
})

/** Ends at once: an orderly exit would wait for the threads that decode. */
const die = () => process.kill(process.pid, 'SIGKILL')

// However the lake ends, the channel closes.
process.on('disconnect', die)
setInterval(() => {
  if (process.memoryUsage.rss() > memoryLimit) die()
}, WATCH_MS)
try {
  // Where memory is short all the same, Linux ends this process rather than the lake.
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Other systems have no such file.
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
