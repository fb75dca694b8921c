import sharp from 'sharp'
import type {Screen} from './sheets.ts'
import type {Shot} from './takeShots.ts'

const gap = 16
const caption = 26

/** Composes screenshots in rows, with their routes below, into one WebP. */
export async function composeSheet(shots: readonly Shot[], {thumbnail, columns}: Screen): Promise<Buffer> {
  const cell = {width: thumbnail.width + gap, height: thumbnail.height + caption + gap}
  const size = {width: columns * cell.width + gap, height: Math.ceil(shots.length / columns) * cell.height + gap}
  const placed = await Promise.all(
    shots.map(async ({png, route}, index) => {
      const left = gap + (index % columns) * cell.width
      const top = gap + Math.floor(index / columns) * cell.height
      const picture = await sharp(png)
        .resize(thumbnail.width, thumbnail.height, {fit: 'cover', position: 'top'})
        .toBuffer()
      return [
        {input: picture, left, top},
        {input: Buffer.from(label(route, thumbnail.width)), left, top: top + thumbnail.height},
      ]
    }),
  )
  return sharp({create: {...size, channels: 3, background: '#8d8d84'}})
    .composite(placed.flat())
    .webp({quality: 62, effort: 5})
    .toBuffer()
}

function label(text: string, width: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${caption}">
    <text x="0" y="17" font-family="sans-serif" font-size="13" fill="#10192b">${text}</text></svg>`
}
