import {mkdirSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {parseArgs} from 'node:util'
import {chromium} from '@playwright/test'
import {locales} from '../lib/locales.ts'
import {routes} from '../lib/routes.ts'
import {composeSheet} from './contactSheet/composeSheet.ts'
import {indexOf, type Sheet, schemes, screens, sheetName} from './contactSheet/sheets.ts'
import {startOwnProduct} from './contactSheet/startOwnProduct.ts'
import {takeShots} from './contactSheet/takeShots.ts'
import {findBrowser} from './product/findBrowser.ts'
import {root} from './product/paths.ts'
import {seconds, step} from './product/report.ts'
import {runMain} from './product/runMain.ts'

const folder = join(root, 'docs/contact-sheet')

/**
 * `npm run contact-sheet`: takes screenshots of all pages, in both languages, on a phone and a desktop, light and dark,
 * into `docs/contact-sheet`: of a running site (`-- --url http://localhost:3000`), or of one that it starts with the
 * seed.
 */
await runMain(async (running) => {
  const {values} = parseArgs({options: {url: {type: 'string'}}})
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
