import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {lightMark} from '../../lib/pageMode.ts'
import {UserError} from './report.ts'

/** Client components that may be part of a light page: they render nothing there, or take the place of the whole page. */
const allowed = [
  /^\[project\]\/node_modules\/next\/dist\/(esm\/)?(client\/components|lib)\//,
  /^\[project\]\/app\/(.*\/)?(error|global-error)\.tsx$/,
  /^\[project\]\/components\/ErrorView\.tsx$/,
  // Rendered in previews only, which are whole.
  /^\[project\]\/app\/_site\/DraftTools\.tsx$/,
]

/**
 * Throws if a light page (`lib/pageMode.ts`) of the build in `folder` has a client component, which would never run there:
 * the page is served without React. Reads Next's manifests, whose shape is not public.
 */
export function checkLightPages(folder: string): void {
  const routeOfEntry: Record<string, string> = readJson(join(folder, 'app-path-routes-manifest.json'))
  const {routes}: {routes: Record<string, {srcRoute: string | null}>} = readJson(
    join(folder, 'prerender-manifest.json'),
  )
  const isLight = (path: string) => {
    const file = join(folder, 'server/app', `${path === '/' ? '/index' : path}.html`)
    return existsSync(file) && readFileSync(file, 'utf8').includes(lightMark)
  }
  const lightRoutes = new Set(
    Object.entries(routes).flatMap(([path, {srcRoute}]) => (isLight(path) ? [srcRoute ?? path] : [])),
  )
  if (lightRoutes.size === 0)
    throw new UserError('No page of the build is light: did the mark in lib/pageMode.ts change?')
  const dead = Object.entries(routeOfEntry).flatMap(([entry, route]) =>
    lightRoutes.has(route)
      ? clientComponents(folder, entry).filter((file) => !allowed.some((pattern) => pattern.test(file)))
      : [],
  )
  if (dead.length === 0) return
  const files = [...new Set(dead)].map((file) => file.replace('[project]/', '')).join(', ')
  throw new UserError(
    `Client components on pages that are served without React, where they would never run: ${files}. Render them on the ` +
      'server and give them their behaviour by a module, which may use React (docs/adding-content.md, "Behaviour in the ' +
      'browser").',
  )
}

/** Files of the client components that an entry of the app folder can render. */
function clientComponents(folder: string, entry: string): string[] {
  const text = readFileSync(join(folder, 'server/app', `${entry}_client-reference-manifest.js`), 'utf8')
  const {clientModules}: {clientModules: Record<string, unknown>} = JSON.parse(
    text.slice(text.lastIndexOf('] = {') + 4).replace(/;\s*$/, ''),
  )
  return Object.keys(clientModules)
}

function readJson<Content>(file: string): Content {
  return JSON.parse(readFileSync(file, 'utf8'))
}
