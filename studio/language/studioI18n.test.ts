import {expect, test} from 'vitest'
import {studioLocaleIds} from '../../sanity/schema/support/bilingual.ts'
import chinese from './chinese/studio.ts'
import {studioI18n} from './studioI18n.ts'

test.each([
  ['Chinese', '裁剪和热点', chinese],
  ['English', 'Crop and hotspot', englishTexts()],
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

function englishTexts(): Record<string, string> {
  const english = studioI18n.bundles.filter(({locale, namespace}) => {
    return locale === studioLocaleIds.en && namespace === 'studio'
  })
  return Object.assign({}, ...english.map(({resources}) => resources))
}
