import {globSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {createClient} from '@sanity/client'
import {createTestLake} from 'embedded-content-lake/testing'
import {expect, onTestFinished, test} from 'vitest'
import {root} from '../../scripts/product/paths.ts'
import {
  archivedVersions,
  calendarInDialog,
  checkedMenus,
  futureTimes,
  justPermissions,
  lastingFailures,
  localDates,
  patchModule,
  promptChecks,
  reasonsOfReleases,
  restoredReferences,
  sanityPatches,
  undoneSchedules,
  wholeReleases,
  withoutRemoteServices,
  writtenDates,
} from './sanityPatches.ts'

const files = globSync(
  'node_modules/{sanity/lib,@sanity/sdk/dist,@sanity/validation/lib,@sanity/ui/dist,@sanity/util/lib}/*.js',
  {
    cwd: root,
  },
)
const modules = files.map((file) => ({id: join(root, file), code: readFileSync(join(root, file), 'utf8')}))

test.each([
  {
    patches: withoutRemoteServices,
    places: ['current user at the project’s host', 'feedback', 'newer versions', 'user at the project’s host'],
  },
  {
    patches: futureTimes,
    places: [
      'a time that cannot be read',
      'a time that cannot be read',
      'the time of a draft',
      'the time of a release',
    ],
  },
  {patches: lastingFailures, places: ['notices of failures', 'the notice of a failure', 'the notice of a success']},
  {patches: justPermissions, places: ['permissions of releases']},
  {patches: reasonsOfReleases, places: ['why a release was not published']},
  {patches: undoneSchedules, places: ['a time that is refused']},
  {
    patches: archivedVersions,
    places: ['a document of an archived release', 'the document of a row', 'the text of a row'],
  },
  {
    patches: checkedMenus,
    places: ['menus of scheduled drafts', 'menus of scheduled drafts', 'the dialog for the time of a draft'],
  },
  {patches: promptChecks, places: ['the checks of a document']},
  {patches: wholeReleases, places: ['a document that is listed', 'changes while the documents are asked for']},
  {patches: calendarInDialog, places: ['the calendar of releases']},
  {patches: restoredReferences, places: ['references to what is gone']},
  {patches: writtenDates, places: ['a date that cannot be read', 'a date that is typed']},
  {patches: localDates, places: ['dates of the search', 'the date of a revision', 'times of the search']},
])('the installed Sanity has a place for each patch, and then no more: $places', ({patches, places}) => {
  const patched = modules.map(({id, code}) => ({id, ...patchModule(patches, code, id)}))
  expect(patched.flatMap(({found}) => found).toSorted()).toEqual(places)
  expect(patched.flatMap(({id, code}) => patchModule(patches, code, id).found)).toEqual([])
})

test('an earlier version is restored without its references to what is gone', async () => {
  const lake = await createTestLake({seed: [{_id: 'kept', _type: 'role'}]})
  onTestFinished(() => lake.close())
  const patched = modules
    .map(({id, code}) => patchModule(restoredReferences, code, id))
    .find(({found}) => found.length > 0)
  const [, question = ''] = /getAllRefIds\(\w+\)\.map\(\(refId\) => `([^`]+)`\)/.exec(patched?.code ?? '') ?? []
  const questions = ['kept', 'gone'].map((id) => question.replaceAll(/\$\{refId\}/g, id))
  expect(await createClient(lake.clientConfig).fetch(`{${questions.join()}}`)).toEqual({kept: true, gone: false})
})

test('a build that did not find the place of one fails and says which', () => {
  const plugin = sanityPatches(futureTimes)
  const code = 'new Date(initialDate || new Date()); isValid(date) && setPublishAt(date)'
  plugin.transform(code, '/node_modules/sanity/lib/index.js')
  expect(() => plugin.buildEnd()).toThrow(/another than before for: the time of a release\./)
})

test('development bundles packages with the patches, again once these have changed, and shares the Studio’s own modules', () => {
  const [plugin] = sanityPatches(checkedMenus).config().optimizeDeps.rolldownOptions.plugins
  const code = 'scheduledDraftMenuActions = useScheduledDraftMenuActions(props)'
  const patched = plugin?.transform(code, '/node_modules/sanity/lib/index.js')?.code ?? ''
  expect(patched).toContain('scheduledDraftMenu.useChecked(useScheduledDraftMenuActions(props), props)')
  const [, imported = ''] = /from "([^"]+)"/.exec(patched) ?? []
  expect(plugin?.resolveId(imported)).toEqual({id: '/build/scheduledDraftMenu.ts', external: true})
  expect(plugin?.resolveId('react')).toBeUndefined()
  const [other] = sanityPatches(futureTimes).config().optimizeDeps.rolldownOptions.plugins
  expect(other?.name).not.toBe(plugin?.name)
})

test('why a release was not published is said in the Studio’s language', () => {
  const said = modules
    .map(({id, code}) => patchModule(reasonsOfReleases, code, id))
    .filter(({found}) => found.length > 0)
    .flatMap(({code}) => [...code.matchAll(/children: (release\.error\?\.message\?\.split.+?) \}\)/g)])
    .map(([, children]) => new Function('release', 'document', `return ${children}`))
  expect(said).toHaveLength(2)
  const documentIn = (lang: string) => ({documentElement: {lang}})
  for (const reason of said) {
    const release = {error: {message: '没有发布：\n甲\n\nNot published:\nA'}}
    expect(reason(release, documentIn('en'))).toBe('Not published:\nA')
    expect(reason(release, documentIn('zh-CN'))).toBe('没有发布：\n甲')
    expect(reason({error: {message: 'No permission'}}, documentIn('en'))).toBe('No permission')
    expect(reason({}, documentIn('en'))).toBeUndefined()
  }
})
