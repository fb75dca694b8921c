import {mkdirSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {chromium} from '@playwright/test'
import sharp from 'sharp'
import {locales} from '../lib/locales.ts'
import {routes} from '../lib/routes.ts'
import {indexOf, type Screen, type Sheet, schemes, screens, sheetName} from './contactSheet/sheets.ts'
import {startOwnProduct} from './contactSheet/startOwnProduct.ts'
import {type Shot, takeShots} from './contactSheet/takeShots.ts'
import {readCommandLine} from './product/commandLine.ts'
import {findBrowser} from './product/findBrowser.ts'
import {root} from './product/paths.ts'
import {seconds, step} from './product/report.ts'
import {runMain} from './product/runMain.ts'

const folder = join(root, 'docs/contact-sheet')
const gap = 16
const caption = 26

const usage = `npm run contact-sheet                                 pictures of all pages, of a site of its own with the seed, in docs/contact-sheet
npm run contact-sheet -- --url http://localhost:3000  those of a site that runs`

/** Takes screenshots of all pages, in both languages, on a phone and a desktop, light and dark. */
await runMain(async (running) => {
  const {values} = readCommandLine(usage, {options: {url: {type: 'string'}}})
  const begun = performance.now()
  const product = values.url ? {url: values.url, stop: async () => {}} : await startOwnProduct()
  running.push(product)
  const browser = await chromium.launch({executablePath: findBrowser(), args: ['--no-sandbox']})
  const sheets: Sheet[] = locales.flatMap((locale) =>
    screens.flatMap((screen) => schemes.map((scheme) => ({locale, screen, scheme}))),
  )
  rmSync(folder, {recursive: true, force: true})
  mkdirSync(folder, {recursive: true})
  for (const sheet of sheets) {
    const shots = await takeShots({browser, url: product.url, sheet})
    writeFileSync(join(folder, sheetName(sheet)), await composeSheet(shots, sheet.screen))
    step(`${sheetName(sheet)}: ${shots.length} pages`)
  }
  writeFileSync(join(folder, 'README.md'), indexOf(sheets))
  await browser.close()
  await product.stop()
  step(`${routes.length * sheets.length} pictures in ${seconds(begun)}`)
  process.exit(0)
})

/** Composes screenshots in rows, with their routes below, into one WebP. */
async function composeSheet(shots: readonly Shot[], {thumbnail, columns}: Screen): Promise<Buffer> {
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
