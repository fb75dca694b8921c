import {globSync, readFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import {join} from 'node:path'
import {parse} from 'groq-js'
import {expect, test} from 'vitest'
import {root} from '@/scripts/product/paths'

/** Fast checks that the private interfaces listed in docs/upgrading.md still exist. */
const page = 'see “What we rely on that is not public” in docs/upgrading.md'

function textOf(files: string): string {
  const found = globSync(files, {cwd: join(root, 'node_modules')})
  expect(found, `${files} is gone: ${page}`).not.toHaveLength(0)
  return found.map((file) => readFileSync(join(root, 'node_modules', file), 'utf8')).join('\n')
}

test.each([
  [
    'inline scripts that bring a page’s data',
    'next/dist/server/app-render/use-flight-response.js',
    'self.__next_f.push(',
  ],
  ['the document of an error', 'next/dist/server/app-render/app-render.js', '__next_error__'],
  ['the header that tells of the cache', 'next/dist/server/*.js', 'x-nextjs-cache'],
  ['the cookie of draft mode', 'next/dist/server/api-utils/index.js', '__prerender_bypass'],
  ['keys of previews in the build', 'next/dist/server/api-utils/node/try-get-preview-data.js', 'previewModeSigningKey'],
  ['the file that names a build', 'next/dist/shared/lib/constants.js', 'BUILD_ID'],
  ['the manifest of client components', 'next/dist/shared/lib/constants.js', 'client-reference-manifest'],
  ['what the manifest names', 'next/dist/server/load-components.js', '__RSC_MANIFEST'],
  ['the Studio’s events of edits', 'sanity/lib/index.js', 'operationEvents'],
  ['the Studio’s pairs of draft and published', 'sanity/lib/index.js', 'snapshotPair'],
  ['whether a field is read-only', 'sanity/lib/index.js', 'resolveConditionalProperty'],
  ['the Studio’s client factory', 'sanity/lib/*.js', 'unstable_clientFactory'],
  ['the actions of the Studio’s bar', 'sanity/lib/*.js', '__internal_actions'],
  ['the preview’s header', 'sanity/lib/*.js', 'unstable_header'],
  ['the preview’s navigator', 'sanity/lib/*.js', 'unstable_navigator'],
  ['the warning about HTTP/1.1', 'sanity/lib/*.js', 'sanity-studio.network.check.snooze'],
  ['the cookie of the preview’s perspective', '@sanity/preview-url-secret/dist/*.js', 'sanity-preview-perspective'],
])('%s is as it was', (_what, files, text) => {
  expect(textOf(files).includes(text), `${files} has no ${text} any more: ${page}`).toBe(true)
})

test('Next’s page cache is a class that can be extended', () => {
  const {default: FileSystemCache}: typeof import('next/dist/server/lib/incremental-cache/file-system-cache.js') =
    createRequire(import.meta.url)('next/dist/server/lib/incremental-cache/file-system-cache.js')
  const {get, set, revalidateTag} = FileSystemCache.prototype
  for (const method of [get, set, revalidateTag]) expect(method, page).toBeTypeOf('function')
})

test('groq-js makes the syntax trees that the lake rewrites', () => {
  expect(parse('*[_type == "a"]{b}'), page).toMatchObject({
    type: 'Map',
    base: {type: 'Filter', base: {type: 'Everything'}, expr: {type: 'OpCall', op: '=='}},
    expr: {type: 'Projection', expr: {type: 'Object', attributes: [{type: 'ObjectAttributeValue', name: 'b'}]}},
  })
})
