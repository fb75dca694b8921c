import {describe, expect, it} from 'vitest'
import {pageId, type routes} from '@/lib/routes'
import {readSeed} from '@/tests/support/readSeed'
import type {ContentDocument} from './ContentDocument.ts'
import {datasetFindings} from './datasetFindings.ts'
import type {CheckName} from './Finding.ts'
import {checkTitles, findingWords} from './findingWords.ts'
import {publishedOnly, withDrafts} from './perspectives.ts'

const now = new Date('2027-01-01T00:00:00Z')
const seed = readSeed()

/** The seed with some documents changed, and a document undefined taken out. */
function seedWith(changes: Record<string, Record<string, unknown> | undefined>): ContentDocument[] {
  return seed.flatMap((document) =>
    document._id in changes ? (changes[document._id] ? [{...document, ...changes[document._id]}] : []) : [document],
  )
}

/** What is found beyond what the seed has. */
function newFindings(documents: ContentDocument[]): string[] {
  const known = new Set(datasetFindings(seed, now).map((finding) => JSON.stringify(finding)))
  return datasetFindings(documents, now)
    .filter((finding) => !known.has(JSON.stringify(finding)))
    .map(({check, severity, document, path}) => [severity, check, document?.id, path].filter(Boolean).join(' '))
}

it('the seed has no error, and no warning but of what only the company knows', () => {
  const checks = datasetFindings(seed, now).map(({check, severity}) => `${severity} ${check}`)
  expect([...new Set(checks)].toSorted()).toEqual(['warning claimUnproven', 'warning placeholder'])
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

  it('more attributes than the smallest hosted plan allows', () => {
    const many = Object.fromEntries(Array.from({length: 2000}, (_, index) => [`field${index}`, 1]))
    expect(newFindings([...seed, {_id: 'many', _type: 'other', ...many}])).toEqual(['error attributes'])
  })
})

it('drafts count only where they are asked for, and Sanity’s own documents never', () => {
  const draft = {...seedPage('/ui'), _id: 'drafts.page-ui', title: {_type: 'localeString', zh: '草稿'}}
  const all = [...seed, draft, {_id: '_.retention.maximum', _type: 'system.retention'}]
  expect(newFindings(publishedOnly(all))).toEqual([])
  expect(newFindings(withDrafts(all))).toEqual(['warning missingEnglish page-ui title'])
})

it('every finding has its words in Chinese and in English', () => {
  for (const check of Object.keys(checkTitles)) {
    if (!isCheck(check)) continue
    expect(findingWords({check, severity: 'error', detail: 'owner'}, 'zh')).toMatch(/\p{Script=Han}.*。$/u)
    expect(findingWords({check, severity: 'error', detail: 'owner'}, 'en')).toMatch(/^[A-Z][^\p{Script=Han}]*\.$/u)
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
