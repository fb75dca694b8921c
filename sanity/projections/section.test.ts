import {expect, test} from 'vitest'
import {routes} from '../../lib/routes.ts'
import fc from '../../tests/support/fastCheck.ts'
import {parseSection, sectionFragment, sectionOf, sectionShape} from './section.ts'

const route = fc.constantFrom(...routes)
const key = fc.stringMatching(/^[\w-]{1,24}$/)

test('a section of any page is read back, and leads to its heading on that page alone', () => {
  fc.assert(
    fc.property(route, key, route, (own, name, other) => {
      const section = sectionOf(own, name)
      expect(parseSection(section)).toEqual({route: own, key: name})
      expect(sectionShape.parse(section)).toBe(section)
      expect(sectionFragment(other, section)).toBe(other === own ? `#section-${name}` : '')
    }),
  )
})

test('anything else leads to the top of the page', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `/lims#${text}`),
      ),
      (text) => {
        expect(sectionFragment('/lims', text)).toMatch(/^(#section-[\w-]+)?$/)
      },
    ),
  )
  for (const broken of [5, {}, [], 'faq1', '/lims', '#faq1']) expect(sectionShape.parse(broken)).toBeNull()
})

test('stega characters of drafts do not count', () => {
  const marked = `/lims#faq1${'\u200b\u200c\u200d\ufeff'.repeat(20)}`
  expect(sectionFragment('/lims', sectionShape.parse(marked))).toBe('#section-faq1')
})
