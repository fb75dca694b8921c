import {mkdirSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {expect, it} from 'vitest'
import {lightMark} from '../../lib/pageMode.ts'
import {temporaryFolder} from '../../tests/support/temporaryFolder.ts'
import {checkLightPages} from './checkLightPages.ts'

const own = '[project]/node_modules/next/dist/esm/client/components/layout-router.js'

/** A build with a light page, `/about`, and a whole one, `/planner`, that can render these client components. */
function build(light: string[], whole: string[] = [], mark = lightMark): string {
  const folder = temporaryFolder()
  const write = (path: string, text: string) => {
    const file = join(folder, path)
    mkdirSync(dirname(file), {recursive: true})
    writeFileSync(file, text)
  }
  const manifest = (entry: string, files: string[]) => {
    const clientModules = Object.fromEntries([own, ...files].map((file) => [file, {id: 1}]))
    const text = `globalThis.__RSC_MANIFEST = globalThis.__RSC_MANIFEST || {};\nglobalThis.__RSC_MANIFEST["${entry}"] = ${JSON.stringify({clientModules, other: {}})};\n`
    write(`server/app${entry}_client-reference-manifest.js`, text)
  }
  write(
    'app-path-routes-manifest.json',
    JSON.stringify({'/(zh)/[[...path]]/page': '/[[...path]]', '/(zh)/planner/page': '/planner'}),
  )
  write(
    'prerender-manifest.json',
    JSON.stringify({routes: {'/about': {srcRoute: '/[[...path]]'}, '/planner': {srcRoute: '/planner'}}}),
  )
  write('server/app/about.html', `<html><head>${mark}</head></html>`)
  write('server/app/planner.html', '<html></html>')
  manifest('/(zh)/[[...path]]/page', light)
  manifest('/(zh)/planner/page', whole)
  return folder
}

it('accepts what Next brings, error pages, and any client component on a whole page', () => {
  const common = [
    '[project]/app/(zh)/error.tsx',
    '[project]/app/global-error.tsx',
    '[project]/components/ErrorView.tsx',
  ]
  expect(() => checkLightPages(build(common, ['[project]/components/planner/Planner.tsx']))).not.toThrow()
})

it.each(['[project]/components/blocks/gallery/Gallery.tsx', '[project]/node_modules/next/dist/client/app-dir/link.js'])(
  'refuses %s on a light page, and says what to do',
  (file) => {
    const check = () => checkLightPages(build([file]))
    expect(check).toThrow(file.replace('[project]/', ''))
    expect(check).toThrow('Render them on the server')
  },
)

it('refuses a build without any light page', () => {
  expect(() => checkLightPages(build([], [], ''))).toThrow('lib/pageMode.ts')
})
