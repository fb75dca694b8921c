import {expect, test} from 'vitest'
import {routes} from '../../../lib/routes.ts'
import {readSeed} from '../../../tests/support/readSeed.ts'
import {type PageFlag, pageStates} from './pageStates.ts'

const moment = {now: new Date('2027-01-15T08:00:00Z'), today: '2027-01-15', stack: ['drafts']}
const page = {_id: 'page-about', _type: 'page', title: {_type: 'localeString', zh: '关于', en: 'About'}}

function flagsOf(...documents: {_id: string; _type: string; [field: string]: unknown}[]): PageFlag[] {
  const state = pageStates(documents, moment).find(({route}) => route === '/about')
  return [...(state?.flags ?? [])]
}

test('a published page without problems has no flag', () => {
  expect(flagsOf(page)).toEqual([])
})

test('a draft replaces its published document', () => {
  const draft = {...page, _id: 'drafts.page-about', title: {_type: 'localeString', zh: '新标题'}}
  expect(flagsOf(page, draft)).toEqual(['draft', 'missingEnglish'])
  expect(pageStates([page, draft], moment).find(({route}) => route === '/about')?.title).toEqual({
    zh: '新标题',
    en: '新标题',
  })
})

test('a page that a release changes is shown as the release has it, whatever its draft says', () => {
  const draft = {...page, _id: 'drafts.page-about', title: {_type: 'localeString', zh: '草稿的标题'}}
  const version = {...page, _id: 'versions.spring.page-about', title: {_type: 'localeString', zh: '春天', en: 'Spring'}}
  const states = (...stack: string[]) => pageStates([page, version, draft], {...moment, stack})
  const about = (...stack: string[]) => states(...stack).find(({route}) => route === '/about')
  expect(about('spring', 'drafts')?.title.zh).toBe('春天')
  expect([...(about('spring', 'drafts')?.flags ?? [])]).toEqual(['release'])
  expect(about('other', 'drafts')?.title.zh).toBe('草稿的标题')
  expect(about('published')?.title.zh).toBe('关于')
  expect([...(about('published')?.flags ?? [])]).toEqual([])
})

test('a page that was never published is flagged', () => {
  expect(flagsOf({...page, _id: 'drafts.page-about'})).toEqual(['draft', 'unpublished'])
})

test('a placeholder anywhere in the page is flagged', () => {
  expect(flagsOf({...page, blocks: [{_type: 'prose', text: '电话：【待填】'}]})).toEqual(['placeholder'])
})

test('a page that quotes an expired claim is flagged, with a valid claim it is not', () => {
  const quoting = {...page, blocks: [{_type: 'claims', claims: [{_type: 'reference', _ref: 'claim-a'}]}]}
  const claim = {_id: 'claim-a', _type: 'claim', source: '试验记录', owner: ''}
  expect(flagsOf(quoting, {...claim, expiryDate: '2027-01-14'})).toEqual(['expiredClaim'])
  expect(flagsOf(quoting, {...claim, expiryDate: '2027-01-15'})).toEqual([])
})

test('a page is flagged until its embargo ends', () => {
  const embargoed = {...page, middleware: ['embargo']}
  expect(flagsOf({...embargoed, embargoUntil: '2027-01-15T08:00:01Z'})).toEqual(['embargo'])
  expect(flagsOf({...embargoed, embargoUntil: '2027-01-15T08:00:00Z'})).toEqual([])
})

test('every page of the seed is published', () => {
  const states = pageStates(readSeed(), moment)
  expect(states).toHaveLength(routes.length)
  expect(states.filter(({flags}) => flags.has('unpublished') || flags.has('draft'))).toEqual([])
})
