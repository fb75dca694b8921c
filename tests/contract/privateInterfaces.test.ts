import {globSync, readFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import {join} from 'node:path'
import {expect, test} from 'vitest'
import {root} from '@/scripts/product/paths'

/** Fast checks that the private interfaces listed in docs/upgrading.md still exist. */
const page = 'see “What we rely on that is not public” in docs/upgrading.md'

function textOf(files: string): string {
  const found = globSync(files, {cwd: join(root, 'node_modules')})
  expect(found, `${files} is gone: ${page}`).not.toHaveLength(0)
  return found.map((file) => readFileSync(join(root, 'node_modules', file), 'utf8')).join('\n')
}

const ownText = (file: string) => readFileSync(join(root, file), 'utf8')

test.each([
  [
    'inline scripts that bring a page’s data',
    'next/dist/server/app-render/use-flight-response.js',
    'self.__next_f.push(',
  ],
  ['the document of an error', 'next/dist/server/app-render/app-render.js', '__next_error__'],
  ['the header that tells of the cache', 'next/dist/server/*.js', 'x-nextjs-cache'],
  ['the cookie of draft mode', 'next/dist/server/api-utils/index.js', '__prerender_bypass'],
  ['the cookie of older previews', 'next/dist/server/api-utils/index.js', '__next_preview_data'],
  ['the draft cookie of a build', 'next/dist/server/api-utils/node/try-get-preview-data.js', 'previewModeId'],
  ['the file that names a build', 'next/dist/shared/lib/constants.js', 'BUILD_ID'],
  ['the manifest of client components', 'next/dist/shared/lib/constants.js', 'client-reference-manifest'],
  ['what the manifest names', 'next/dist/server/load-components.js', '__RSC_MANIFEST'],
  ['the Studio’s events of edits', 'sanity/lib/index.js', 'operationEvents'],
  ['the Studio’s pairs of draft and published', 'sanity/lib/index.js', 'snapshotPair'],
  ['whether a field is read-only', 'sanity/lib/index.js', 'resolveConditionalProperty'],
  ['the Studio’s client factory', 'sanity/lib/*.js', 'unstable_clientFactory'],
  ['the actions of the Studio’s bar', 'sanity/lib/*.js', '__internal_actions'],
  ['the preview’s header', 'sanity/lib/*.js', 'unstable_header'],
  ['a preview of a value that is given', 'sanity/lib/*.js', 'unstable_useValuePreview'],
  ['whether a click in the preview edits', 'sanity/lib/*.js', 'visualEditingOverlaysEnabled'],
  ['the edits of a document', 'sanity/lib/index.js', 'useDocumentOperation'],
  ['what a new item starts with', 'sanity/lib/index.js', 'useResolveInitialValueForType'],
  ['the entries of a document’s menu', 'sanity/lib/*.js', 'unstable_fieldActions'],
  ['the entry that copies a document', 'sanity/lib/*.js', 'name: "copyField"'],
  ['the entry that pastes one', 'sanity/lib/*.js', 'name: "pasteField"'],
  ['the action that sets a time', 'sanity/lib/*.js', 'action = "schedule"'],
  ['what a scheduled draft’s menu publishes by', 'sanity/lib/*.js', 'publishNow: '],
  ['what it sets a time by', 'sanity/lib/*.js', 'schedulePublish: '],
  ['where a time zone is looked for', 'sanity/lib/*.js', 'Intl.supportedValuesOf("timeZone")'],
  ['the tab of the form on a narrow screen', 'sanity/lib/*.js', '`presentation-narrow-tab-${'],
  [
    'the message of a click in the preview',
    '@sanity/presentation-comlink/dist/index.js',
    '"overlay/focus": "visual-editing/focus"',
  ],
  ['whether there are comments', 'sanity/lib/index.js', 'useFeatureEnabled'],
  ['whether there are tasks', 'sanity/lib/*.js', 'sanityTasks'],
  ['which version auto-updates would bring', '@sanity/cli-build/dist/util/*.js', 'x-resolved-version'],
  ['whether aliases are refused for a price', '@sanity/cli/dist/commands/**/*.js', "'advancedDatasetManagement'"],
  ['the reason that GraphQL is refused for', '@sanity/cli/dist/commands/**/*.js', 'response.body.validationError'],
  ['what the App SDK creates', '@sanity/sdk/dist/index.js', 'attributes: newDocWorking'],
  ['whom the App SDK shows', '@sanity/sdk/dist/index.js', 'url: `access/${'],
  ['the dataset of the comments', 'sanity/lib/*.js', 'datasetProfile=comments&addonFor='],
  ['who may be mentioned in one', 'sanity/lib/*.js', '*[_type == \\"system.group\\"]{members, grants}'],
  ['the names of the reactions to one', 'sanity/lib/*.js', 'title: "Heavy plus sign"'],
  ['the preview’s navigator', 'sanity/lib/*.js', 'unstable_navigator'],
  ['how a toast is taken away', '@sanity/ui/dist/toast.js', 'duration === .01'],
  ['the warning about HTTP/1.1', 'sanity/lib/*.js', 'sanity-studio.network.check.snooze'],
  ['the cookie of the preview’s perspective', '@sanity/preview-url-secret/dist/*.js', 'sanity-preview-perspective'],
  ['the secret that opens the preview', '@sanity/preview-url-secret/dist/*.js', 'sanity-preview-secret'],
  ['the page that it opens first', '@sanity/preview-url-secret/dist/*.js', 'sanity-preview-pathname'],
  ['the document that holds it', '@sanity/preview-url-secret/dist/*.js', 'sanity.previewUrlSecret'],
  [
    'the first inline script of a page',
    'next/dist/server/app-render/use-flight-response.js',
    '(self.__next_f=self.__next_f||[]).push(',
  ],
  [
    'the folder by which the page cache finds the build',
    'next/dist/server/lib/incremental-cache/*.js',
    'serverDistDir',
  ],
  [
    'the storage of the request that is being rendered',
    'next/dist/server/app-render/work-async-storage.external.js',
    'workAsyncStorage',
  ],
  ['the cache that a build empties', 'next/dist/server/lib/incremental-cache/*.js', 'fetch-cache'],
  ['the client’s own fetch', '@sanity/client/dist/index.js', 'resolveFetch'],
  ['the tag of a commit', 'sanity/lib/*.js', 'document.commit'],
  ['the tag of a read before an edit', 'sanity/lib/*.js', 'document.pair.fetch'],
  ['event streams that go on after a break', '@sanity/client/dist/index.js', 'enableResume'],
  ['patches of the history', 'sanity/lib/*.js', 'effectFormat'],
  ['lifecycle events of a document', 'sanity/lib/*.js', '/events/documents/${'],
  ['what tells the form where the caret goes', 'sanity/lib/index.js', 'useFormCallbacks'],
  ['who may change a document', 'sanity/lib/index.js', 'useUserListWithPermissions'],
  ['what locks a form', 'sanity/lib/index.js', 'useDocumentValuePermissions'],
  ['what date fields could not read', 'sanity/lib/index.js', 'useParseErrors'],
  ['what is read of it', 'sanity/lib/index.js', 'mergeParseErrors'],
  ['the test id of date fields', 'sanity/lib/*.js', '"data-testid": "date-input"'],
  ['when date fields store what is typed', 'sanity/lib/*.js', 'key === "Enter" && checkEvent('],
  ['the list of problems beside a document', 'sanity/lib/*.js', 'sanity/structure/validation'],
  ['the document that this list is of', 'sanity/lib/structure.js', 'useDocumentPane'],
  ['forms without a second title', 'sanity/lib/*.js', '__experimental_formPreviewTitle'],
  ['the question whether there may be more releases', 'sanity/lib/*.js', 'new-content-release-allowed'],
  ['the last publication of a document', 'sanity/lib/*.js', 'lastRevision'],
  ['marks of fields in a preview', 'next-sanity/node_modules/@sanity/visual-editing/dist/*.js', 'data-sanity'],
])('%s is as it was', (_what, files, text) => {
  expect(textOf(files).includes(text), `${files} has no ${text} any more: ${page}`).toBe(true)
})

test.each(experimentalFlags())('Next knows the experimental flag %s', (flag) => {
  expect(
    textOf('next/dist/server/config-schema.js'),
    `Next does not know ${flag} any more, and would go on without it: see “Experimental flags” in docs/upgrading.md`,
  ).toMatch(new RegExp(`\\b${flag}: `))
})

/** The flags that next.config.ts sets. */
function experimentalFlags(): string[] {
  const [, block = ''] = /^ {4}experimental: \{\n([\s\S]*?)^ {4}\},/m.exec(ownText('next.config.ts')) ?? []
  return [...block.matchAll(/^ {6}(\w+):/gm)].map(([, flag = '']) => flag)
}

test('the experimental flags are those of the documentation', () => {
  const [, section = ''] = /\n## Experimental flags[^\n]*\n([\s\S]*?)\n## /.exec(ownText('docs/upgrading.md')) ?? []
  const documented = [...section.matchAll(/^\| `(\w+)` /gm)].map(([, flag = '']) => flag)
  expect(documented.sort()).toEqual(experimentalFlags().sort())
})

test('Next’s router sends the headers that are known', () => {
  const headers: Record<string, unknown> = createRequire(import.meta.url)(
    'next/dist/client/components/app-router-headers.js',
  )
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    name.endsWith('_HEADER') || name === 'NEXT_URL' ? [String(value)] : [],
  )
  const known = [
    ...['next-router-prefetch', 'next-router-segment-prefetch', 'next-router-state-tree', 'next-url'],
    // Of forms that run on the server, and of the development server: the site takes neither.
    ...['next-action', 'next-hmr-refresh'],
  ]
  expect(
    sent.filter((name) => name.startsWith('next-')).sort(),
    `server/http/requestChecks.ts removes request headers of Next’s that it does not know: ${page}`,
  ).toEqual(known.sort())
})

/** The Studio's own elements that styles and tests of the project name. */
const ownMarks = ['document-form']

test.each(
  [...ownText('studio/layout/StudioLayout.tsx').matchAll(/\[(data-testid|data-ui)\^?='([^']+)'\]/g)]
    .map(([, attribute = '', value = '']) => `${attribute} ${value}`)
    .filter((mark, index, all) => all.indexOf(mark) === index && !ownMarks.includes(mark.split(' ')[1] ?? '')),
)('the Studio’s forms have the mark %s', (mark) => {
  const [attribute, value = ''] = mark.split(' ')
  const files = attribute === 'data-ui' ? '{sanity/lib,@sanity/ui/dist}/*.js' : 'sanity/lib/*.js'
  expect(
    new RegExp(`"${attribute}": ["\`]${value}`).test(textOf(files)),
    `No form has ${attribute}="${value}" any more, by which studio/layout/StudioLayout.tsx sets its distances: ${page}`,
  ).toBe(true)
})

test.each(
  [...ownText('studio/layout/StudioLayout.tsx').matchAll(/\[style\*='(min-width|width): (\d+)px'\]/g)].map(
    ([, property = '', pixels = '']) => ({property: property === 'width' ? 'width' : 'minWidth', pixels}),
  ),
)('a column of the tables of releases has the $property $pixels', ({property, pixels}) => {
  expect(
    new RegExp(`\\b${property}: ${pixels}\\b`).test(textOf('sanity/lib/ReleasesTool*.js')),
    `Releases have no column of ${pixels} pixels any more, by which studio/layout/StudioLayout.tsx fits it to a phone: ${page}`,
  ).toBe(true)
})

test('a toast that leaves is marked', () => {
  expect(
    textOf('framer-motion/dist/es/components/AnimatePresence/PopChild.mjs'),
    `No leaving toast is marked any more, by which studio/layout/StudioLayout.tsx keeps it off the footer’s buttons: ${page}`,
  ).toContain('dataset.motionPopId')
})

test.each(['published', 'running', 'draft'])('the Studio’s button has the label action.publish.%s', (state) => {
  expect(
    textOf('sanity/lib/*.js'),
    `studio/actions/guardPublish.tsx knows by it whether the Studio still speaks of an earlier publish: ${page}`,
  ).toContain(`"action.publish.${state}.label":`)
})

test('Next’s page cache is a class that can be extended', () => {
  const {default: FileSystemCache}: typeof import('next/dist/server/lib/incremental-cache/file-system-cache.js') =
    createRequire(import.meta.url)('next/dist/server/lib/incremental-cache/file-system-cache.js')
  const {get, set, revalidateTag} = FileSystemCache.prototype
  for (const method of [get, set, revalidateTag]) expect(method, page).toBeTypeOf('function')
})
