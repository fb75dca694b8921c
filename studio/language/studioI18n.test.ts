import {zhHansLocale} from '@sanity/locale-zh-hans'
import {expect, onTestFinished, test, vi} from 'vitest'
import {studioLocaleIds} from '../../sanity/schema/support/bilingual.ts'
import chineseReleases from './chinese/releases.ts'
import chineseStructure from './chinese/structure.ts'
import chinese from './chinese/studio.ts'
import {studioI18n} from './studioI18n.ts'

test.each([
  ['Chinese', '裁剪和热点', chinese],
  ['English', 'Crop and hotspot', englishTexts('studio')],
])('in %s the tool for crops has one name: button, screen readers, dialog and heading', (_language, name, texts) => {
  const places = Object.entries(texts).filter(([key]) =>
    /^inputs\.(image\.actions-menu\.(crop|edit-details)|image\.hotspot-dialog|imagetool)\.?/.test(key),
  )
  expect(places.filter(([key]) => /title$|tooltip$|aria-label$/.test(key)).map(([, text]) => text)).toEqual(
    Array.from({length: 4}, () => name),
  )
})

test('a draft with a time is called one thing in Chinese, from its menu to its dialogs and messages', () => {
  const named = Object.entries(chinese).filter(([key]) => /schedule/.test(key))
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(([, text]) => /预定|计划草稿|安排/.test(text))).toEqual([])
})

test.each([
  ['releases', englishTexts('releases'), chineseReleases],
  ['scheduled drafts', englishTexts('studio'), chinese],
])('a message on an action of %s does not say that it failed, as an answer may have got lost', (_, english, texts) => {
  const isFailure = ([key, text]: [string, string]) =>
    /^(release\.)?toast\..*\.error$/.test(key) && text.includes('{{error}}')
  const failures = Object.entries(texts).filter(isFailure)
  expect(failures.length).toBeGreaterThan(3)
  expect(failures.filter(([, text]) => /失败|不能|未能|无法|没有/.test(text))).toEqual([])
  const inEnglish = failures.map(([key]) => english[key] ?? key)
  expect(inEnglish.filter((text) => !/^\S+ing\b[^:]*: \{\{error\}\}$/.test(text))).toEqual([])
})

test('where the official Chinese calls a release a publication or a version, the Studio has words of its own', async () => {
  const locales = zhHansLocale().i18n?.locales
  const [official] = Array.isArray(locales) ? locales : []
  const bundles = official?.bundles?.filter(({namespace}) => ['structure', 'studio'].includes(namespace)) ?? []
  const texts = await Promise.all(
    bundles.map(async ({resources}) => {
      if (typeof resources !== 'function') return resources
      const loaded = await resources()
      return 'default' in loaded ? loaded.default : loaded
    }),
  )
  const told = texts
    .flatMap((record) => Object.entries(record))
    .filter(([, text]) =>
      /发布的一部分|此发布|\}\}' (发布|版本)|取消固定|撤销发布|计划(中的)?草稿|内容发布中/.test(String(text)),
    )
  expect(told.length).toBeGreaterThan(10)
  expect(told.filter(([key]) => !(key in chinese || key in chineseStructure))).toEqual([])
})

test('on a phone the tabs of the preview have the names of the tools', () => {
  const tabs = Object.entries(englishTexts('presentation')).filter(([key]) => key.startsWith('narrow-tabs.'))
  expect(tabs.map(([, name]) => name)).toEqual(['Content', 'Site map', 'Preview'])
})

test('a new document is named in Chinese without a space', () => {
  const titles = Object.entries(chineseStructure).filter(
    ([, text]) => text.includes('新建{{') || text.includes('新建 '),
  )
  expect(titles.map(([key]) => key)).toEqual([
    'browser-document-title.new-document',
    'panes.document-header-title.new.text',
  ])
  expect(titles.map(([, text]) => text)).toEqual(['新建{{schemaType}}', '新建{{schemaType}}'])
})

test('who may not change a document is told so in one language, without the name of the role, which is in both', () => {
  const told = [englishTexts('structure'), chineseStructure].map((texts) =>
    Object.entries(texts).filter(([key]) => key.startsWith('banners.permission-check-banner.')),
  )
  expect(told.map((texts) => texts.length)).toEqual([4, 2])
  expect(told.flat().filter(([, text]) => text.includes('<Roles/>'))).toEqual([])
})

test('a publish that fails is told in Chinese, without the English name of the operation', () => {
  const told = Object.entries(chineseStructure).filter(([key]) => key.includes('.operation-error'))
  expect(told).toEqual([
    ['panes.document-operation-results.operation-error', '操作时出错'],
    ['panes.document-operation-results.operation-error_publish', '发布时出错'],
  ])
})

test.each([true, false])(
  'the question before a deletion says where the document comes back from: %s',
  async (embedded) => {
    vi.stubGlobal('__CONTENT_SOURCE__', {embedded})
    onTestFinished(() => void vi.unstubAllGlobals())
    vi.resetModules()
    const {studioI18n: made} = await import('./studioI18n.ts')
    const texts = made.bundles.flatMap(({resources}) =>
      typeof resources === 'function' ? [] : Object.entries(resources),
    )
    const questions = texts.filter(([key]) => key.startsWith('confirm-delete-dialog.confirmation.text_delete'))
    expect(questions.length).toBeGreaterThan(3)
    expect(questions.filter(([, text]) => /“发布记录”里恢复|under “Published”/.test(String(text)))).toHaveLength(
      embedded ? questions.length : 0,
    )
  },
)

function englishTexts(of: string): Record<string, string> {
  const english = studioI18n.bundles.filter(({locale, namespace}) => {
    return locale === studioLocaleIds.en && namespace === of
  })
  return Object.assign({}, ...english.map(({resources}) => resources))
}
