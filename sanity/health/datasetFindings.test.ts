import {describe, expect, it} from 'vitest'
import {pageId, type routes} from '@/lib/routes'
import {readSeed} from '@/tests/support/readSeed'
import {type ContentDocument, documentTitle, publishedOnly, withDrafts} from './contentDocuments.ts'
import {attributeCount, datasetFindings} from './datasetFindings.ts'
import type {CheckName} from './Finding.ts'
import {checkTitles, findingMessage, namesOf} from './findingMessage.ts'

const now = new Date('2027-01-01T00:00:00Z')
const seed = readSeed()

/** The seed with changes by document id; undefined removes the document. */
function seedWith(changes: Record<string, Record<string, unknown> | undefined>): ContentDocument[] {
  return seed.flatMap((document) =>
    document._id in changes ? (changes[document._id] ? [{...document, ...changes[document._id]}] : []) : [document],
  )
}

const known = new Set(datasetFindings(seed, now).map((finding) => JSON.stringify(finding)))

/** Findings besides those of the seed itself. */
function newFindings(documents: ContentDocument[]): string[] {
  return datasetFindings(documents, now)
    .filter((finding) => !known.has(JSON.stringify(finding)))
    .map(({check, severity, document, path}) => [severity, check, document?.id, path].filter(Boolean).join(' '))
}

it('the seed has no errors, and warnings only about facts that the company must supply', () => {
  const checks = datasetFindings(seed, now).map(({check, severity}) => `${severity} ${check}`)
  expect([...new Set(checks)].toSorted()).toEqual([
    'warning claimUnproven',
    'warning claimWithoutProof',
    'warning placeholder',
    'warning unansweredTopic',
  ])
})

describe('is found in a dataset:', () => {
  it('a reference to a document that was removed, and the block that the site cannot show for it', () => {
    expect(newFindings(seedWith({'claim-certificateTime': undefined}))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^error brokenReference page-lqm blocks/),
        expect.stringMatching(/^error rejectedBlock page-lqm blocks/),
      ]),
    )
  })

  it('a block that placeholders take off the site, in one language or in both, but not one that can do without', () => {
    const text = (zh: string, en: string) => ({_type: 'localeText', zh, en})
    const points = (...texts: object[]) => ({
      _key: 'x',
      _type: 'points',
      heading: text('【待填】', 'Real'),
      items: texts.map((one, index) => ({_key: `${index}`, title: text('题', 'Title'), text: one})),
    })
    const found = (block: object) =>
      newFindings(seedWith({'page-ui': {blocks: [block]}})).filter((line) => !line.startsWith('warning placeholder'))
    const lost = ['warning lostToPlaceholder page-ui blocks[_key=="x"]']
    expect(found(points(text('【待填】', 'Real')))).toEqual(lost)
    expect(found(points(text('【待填】', '[to be filled in]')))).toEqual(lost)
    expect(found(points(text('有', 'Real'), text('【待填】', 'Real')))).toEqual([])
  })

  it('a scenario that the demo leaves out, in one language or for its placeholders', () => {
    const found = (subject: object) =>
      newFindings(seedWith({'scenario-lqm': {subject: {_type: 'localeString', ...subject}}})).filter((line) =>
        /(rejectedScenario|lostToPlaceholder) scenario/.test(line),
      )
    expect(found({en: 'Order EX-001'})).toEqual(['error rejectedScenario scenario-lqm'])
    expect(found({zh: '【待填】', en: 'Order EX-001'})).toEqual(['warning lostToPlaceholder scenario-lqm'])
    expect(found({zh: '订单 例-001'})).toEqual([])
    const product = newFindings(seedWith({'product-lqm': {code: undefined}}))
    expect(product).toContain('error rejectedScenario scenario-lqm')
  })

  it('a page that is missing, and one that belongs to no route', () => {
    expect(newFindings(seedWith({'page-privacy': undefined}))).toContain('error missingPage')
    expect(newFindings([...seed, {...seedPage('/ui'), _id: 'a-copy'}])).toEqual(['warning strayPage a-copy'])
  })

  it('a claim that has expired, and where it is quoted', () => {
    const found = newFindings(seedWith({'claim-favourableRate': {expiryDate: '2026-12-31'}}))
    expect(found[0]).toBe('error claimExpired claim-favourableRate expiryDate')
    expect(found.filter((line) => line.startsWith('warning quotesExpiredClaim')).length).toBeGreaterThan(1)
  })

  it('a claim without a source at all, and one whose review is due', () => {
    expect(newFindings(seedWith({'claim-defects': {source: ''}}))).toEqual(['error claimUnproven claim-defects source'])
    expect(newFindings(seedWith({'claim-defects': {reviewDate: '2026-12-31'}}))).toEqual([
      'warning claimReviewDue claim-defects reviewDate',
    ])
  })

  it('a link to a page under embargo, and a middleware that the site does not have', () => {
    const embargo = {middleware: ['embargo'], embargoUntil: '2099-01-01T00:00:00Z'}
    expect(newFindings(seedWith({'page-odoo': embargo}))).toContainEqual(
      expect.stringMatching(/^warning hiddenRoute navigation/),
    )
    expect(newFindings(seedWith({'page-odoo': {middleware: ['auth']}}))).toEqual([
      'error unknownMiddleware page-odoo middleware',
    ])
  })

  it.each([
    ['page-lims', 'moduleMap'],
    ['page-contact', 'contactDetails'],
    ['page-home', 'productGrid'],
  ])('%s without its %s', (id, name) => {
    const blocks = seed.find(({_id}) => _id === id)?.blocks
    const rest = (Array.isArray(blocks) ? blocks : []).filter(({_type}) => _type !== name)
    expect(newFindings(seedWith({[id]: {blocks: rest}}))).toEqual([`error missingBlock ${id} blocks`])
  })

  it('a claim whose statement contradicts its figure, and a text that contradicts a claim', () => {
    const statement = {_type: 'localeText', zh: '99% 的好评率。', en: 'A {figur} favourable rate.'}
    expect(newFindings(seedWith({'claim-favourableRate': {figure: 97, statement}}))).toEqual([
      'error typedFigure claim-favourableRate statement.zh',
      'error unknownToken claim-favourableRate statement.en',
    ])
    const texts = (zh: string, en: string) =>
      newFindings(seedWith({'page-ui': {description: {_type: 'localeText', zh, en}}}))
    expect(texts('客户给出 99% 的好评。', 'A favourable rate of 97 percent.')).toEqual([
      'warning typedClaim page-ui description.zh',
      'warning contradictsClaim page-ui description.en',
    ])
    expect(texts('九成八的好评率。', 'The team has 12 years of experience.')).toEqual([
      'warning contradictsClaim page-ui description.zh',
      'warning contradictsClaim page-ui description.en',
    ])
    expect(texts('好评率 {figure}。', 'A rate of {rate}.')).toEqual(['error strayToken page-ui description.zh'])
    expect(texts('2015 年起，5 个环节，80% 的屏幕。', '10 days, 80% of the screen, 12 months.')).toEqual([])
  })

  it('duplicate names in links, positions, pages of modules, keys, and links of a menu', () => {
    const lqm = seed.find(({_id}) => _id === 'scenario-lqm')
    const copy = {...lqm, _id: 'scenario-copy', _type: 'scenario'}
    expect(newFindings([...seed, copy])).toEqual([
      'error duplicateAnchor scenario-lqm anchor',
      'error duplicateAnchor scenario-copy anchor',
      'warning duplicateOrder scenario-lqm order',
      'warning duplicateText scenario-lqm title.zh',
      'warning duplicateText scenario-lqm title.en',
      'warning duplicateOrder scenario-copy order',
      'warning duplicateText scenario-copy title.zh',
      'warning duplicateText scenario-copy title.en',
    ])
    const title = {_type: 'localeString', zh: '另一个', en: 'Another'}
    expect(newFindings([...seed, {...copy, title, anchor: 'other', order: 9, formerAnchors: ['x', 'lqm']}])).toEqual([
      'error duplicateAnchor scenario-lqm anchor',
      'error duplicateAnchor scenario-copy formerAnchors',
    ])
    const [module] = seed.filter(({_type, route}) => _type === 'productModule' && typeof route === 'string')
    const second = {...module, _id: 'module-copy', _type: 'productModule', order: 99}
    expect(newFindings([...seed, second]).filter((line) => line.includes('module-copy'))).toEqual([
      'error duplicateValue module-copy route',
      'warning duplicateText module-copy name.zh',
      'warning duplicateText module-copy name.en',
    ])
    const {blocks} = seedPage('/ui')
    const list: unknown[] = Array.isArray(blocks) ? blocks : []
    expect(newFindings(seedWith({'page-ui': {blocks: [...list, list[0]]}}))).toContain(
      'error duplicateKey page-ui blocks',
    )
    const links = ['/ui', '/web', '/ui'].map((route, index) => ({
      _key: `${index}`,
      _type: 'link',
      label: {zh: '链接'},
      route,
    }))
    const footerOf = (shown: unknown[]) =>
      seedWith({navigation: {footer: [{_key: 'a', _type: 'menuGroup', links: shown}]}})
    expect(newFindings(footerOf(links))).toContain('warning duplicateLink navigation footer[_key=="a"].links')
    const [first, ...others] = links
    expect(newFindings(footerOf([{...first, section: '/ui#flow1'}, ...others]))).not.toContainEqual(
      expect.stringMatching(/duplicateLink/),
    )
  })

  it('the sentence of a claim and the name of a role that a copy repeats, in either language', () => {
    const copyOf = (id: string, change: object) => {
      const original = seed.find(({_id}) => _id === id)
      if (!original) throw new Error(`The seed has no ${id}`)
      const added = newFindings([...seed, {...original, _id: 'copy', ...change}])
      return added.filter((line) => line.includes('duplicate') && line.includes(' copy '))
    }
    expect(copyOf('claim-favourableRate', {figure: 97})).toEqual([
      'warning duplicateText copy statement.zh',
      'warning duplicateText copy statement.en',
    ])
    expect(copyOf('role-guard', {name: {zh: '值班门卫', en: ' Guard\u200b'}})).toEqual([
      'warning duplicateText copy name.en',
    ])
    expect(copyOf('role-guard', {name: {zh: '值班门卫', en: 'Guard on duty'}})).toEqual([])
  })

  it('a title that two pages have, in either language', () => {
    const [java, odoo] = [seedPage('/java'), seedPage('/odoo')]
    const pasted: unknown = JSON.parse(JSON.stringify(odoo.title).replaceAll('Odoo', '\u200bOdoo'))
    expect(newFindings(seedWith({'page-java': {title: pasted}}))).toEqual([
      'warning duplicateTitle page-java title.zh',
      'warning duplicateTitle page-java title.en',
      'warning duplicateTitle page-odoo title.zh',
      'warning duplicateTitle page-odoo title.en',
    ])
    expect(java.title).not.toEqual(odoo.title)
  })

  it('characters that turn the direction of a text, but not those within emoji', () => {
    const title = (zh: string) => seedWith({'page-ui': {title: {_type: 'localeString', zh, en: 'Interfaces'}}})
    expect(newFindings(title('界面\u202e设计\u202c'))).toEqual(['warning controlCharacter page-ui title.zh'])
    expect(newFindings(title('界面\u2067设计'))).toEqual(['warning controlCharacter page-ui title.zh'])
    expect(newFindings(title('界面 👩‍💻\u200b עברית'))).toEqual([])
  })

  it('more attributes than the smallest hosted plan allows', () => {
    const many = Object.fromEntries(Array.from({length: 2000}, (_, index) => [`field${index}`, 1]))
    expect(newFindings([...seed, {_id: 'many', _type: 'other', ...many}])).toEqual(['error attributes'])
  })
})

it('drafts count only on request, system documents never', () => {
  const draft = {...seedPage('/ui'), _id: 'drafts.page-ui', title: {_type: 'localeString', zh: '草稿'}}
  const all = [...seed, draft, {_id: '_.retention.maximum', _type: 'system.retention'}]
  expect(newFindings(publishedOnly(all))).toEqual([])
  expect(newFindings(withDrafts(all))).toEqual(['warning missingEnglish page-ui title'])
})

it('a claim that is on the site without an owner is not said to be impossible to publish', () => {
  const message = findingMessage({check: 'claimUnproven', severity: 'warning', detail: 'owner'}, 'en')
  expect(message).not.toContain('The claim has no owner and cannot be published')
  expect(message).toContain('no change to it can be published')
})

it('a message names other documents by their titles where they are known', () => {
  const finding = {check: 'duplicateTitle', severity: 'warning', detail: 'page-ui 界面设计'} as const
  expect(findingMessage(finding, 'zh', namesOf(seed, 'zh'))).toContain(documentTitle(seedPage('/ui'), 'zh'))
  expect(findingMessage(finding, 'zh')).toContain('page-ui')
})

it('every check has messages in Chinese and in English', () => {
  for (const check of Object.keys(checkTitles)) {
    if (!isCheck(check)) continue
    expect(findingMessage({check, severity: 'error', detail: 'owner'}, 'zh')).toMatch(/\p{Script=Han}.*。$/u)
    expect(findingMessage({check, severity: 'error', detail: 'owner'}, 'en')).toMatch(/^[A-Z][^\p{Script=Han}]*\.$/u)
  }
})

function isCheck(name: string): name is CheckName {
  return name in checkTitles
}

function seedPage(route: (typeof routes)[number]): ContentDocument {
  const page = seed.find(({_id}) => _id === pageId(route))
  if (!page) throw new Error(`The seed has no page for ${route}`)
  return page
}

it('attributes: each path counts once with each type of value, and a list counts besides its items', () => {
  // tags, and in it: float, string, boolean
  expect(attributeCount([{tags: [2.5, 1.25, 'abc', 'def', true]}])).toBe(4)
  // foo, foo[], foo[].bar, foo[].baz, foo[].bat, foo[].bat.bar
  expect(attributeCount([{foo: [{bar: 'a', baz: 'b'}, {bar: 'c', baz: 'd'}, {bat: {bar: 'e'}}]}])).toBe(6)
})

it('attributes: a path counts again only with another type of value', () => {
  expect(attributeCount([{a: 'x'}, {a: 'y'}])).toBe(1)
  expect(attributeCount([{a: 'x'}, {a: 1}, {a: 1.5}, {a: null}])).toBe(4)
})
