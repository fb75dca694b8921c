import type {ValidationMarker} from 'sanity'
import {expect, test} from 'vitest'
import type {Finding} from '../../sanity/health/Finding.ts'
import {publishDecision} from './publishDecision.ts'

const document = {_id: 'drafts.page-about', _type: 'page'}
const published = [{_id: 'page-java', _type: 'page', title: {_type: 'localeString', zh: 'Java 开发'}}]
const about = {id: 'page-about', type: 'page'}
const error = (path: ValidationMarker['path']): ValidationMarker => ({level: 'error', message: '请填写', path})
const finding = (check: Finding['check'], path: string): Finding => ({check, severity: 'error', document: about, path})
const decide = (refusals: Finding[], warnings: Finding[], errors: ValidationMarker[] = []) =>
  publishDecision({refusals, warnings, pages: []}, {errors, objections: [], takenBack: [], published}, document)

test('without a reason against it a document is published', () => {
  expect(decide([], []).verdict).toBe('publish')
  expect(decide([], [finding('placeholder', 'title')]).verdict).toBe('publish')
})

test('missing English, a quotation of an expired claim, a page that goes offline and the text of a replaced picture ask first', () => {
  expect(decide([], [finding('missingEnglish', 'title')])).toMatchObject({
    verdict: 'ask',
    missingEnglish: [{path: 'title'}],
    warnings: [],
  })
  expect(decide([], [finding('quotesExpiredClaim', 'blocks')]).verdict).toBe('ask')
  expect(decide([], [finding('hidesPage', 'embargoUntil')]).verdict).toBe('ask')
  expect(decide([], [finding('lostToPlaceholder', 'blocks')]).verdict).toBe('ask')
  expect(decide([], [finding('keptAlternative', 'seo.image.alt.zh')]).verdict).toBe('ask')
})

test('the form’s errors refuse, and what the site says of the same place is not said twice', () => {
  const errors = [error(['title', 'zh']), error(['blocks', {_key: 'a'}, 'items'])]
  const refusals = [
    finding('missingChinese', 'title'),
    finding('rejectedBlock', 'blocks[_key=="a"]'),
    finding('rejectedBlock', 'blocks[_key=="b"]'),
  ]
  const {verdict, refusals: reasons} = decide(refusals, [], errors)
  expect(verdict).toBe('refuse')
  expect(reasons.map(({path}) => path)).toEqual(['title.zh', 'blocks[_key=="a"].items', 'blocks[_key=="b"]'])
})

test('what several conditions of one rule say alike is said once', () => {
  const {refusals} = decide([], [], [error(['order']), error(['order']), {...error(['order']), message: '请填写整数'}])
  expect(refusals.map(({path, sentence}) => [path, sentence])).toEqual([
    ['order', '请填写'],
    ['order', '请填写整数'],
  ])
})

test('what the content API objects to refuses, unless something else explains it', () => {
  const objections = [{documentId: 'page-about', documentType: 'page', path: '', sentence: '内容系统不接受'}]
  const decideWith = (errors: ValidationMarker[]) =>
    publishDecision(
      {refusals: [], warnings: [], pages: []},
      {errors, objections, takenBack: [], published: []},
      document,
    )
  expect(decideWith([])).toMatchObject({verdict: 'refuse', refusals: objections})
  expect(decideWith([error(['title', 'zh'])]).refusals.map(({path}) => path)).toEqual(['title.zh'])
})

test('blocks that a faulty draft breaks on other pages follow from its fault, and are not listed beside it', () => {
  const detail = 'decision: demo.scenario.anchor: Invalid string: must match pattern /^[a-z][a-z0-9]{0,23}$/'
  const elsewhere: Finding = {
    ...finding('rejectedBlock', 'blocks[_key=="a"]'),
    detail,
    document: {id: 'page-java', type: 'page'},
  }
  const [first, ...more] = decide([elsewhere], [], [error(['anchor'])]).refusals
  expect([first?.path, more]).toEqual(['anchor', []])
  const [alone] = decide([elsewhere], []).refusals
  expect(alone).toMatchObject({documentId: 'page-java', path: 'blocks[_key=="a"]'})
  expect(alone?.sentence).toMatch(/^这样改，网站就显示不了这个内容块/)
  expect(alone?.sentence).not.toMatch(/anchor|pattern/)
  const [own] = decide([{...finding('rejectedBlock', 'blocks[_key=="a"]'), detail}], []).refusals
  expect(own?.sentence).toMatch(/^网站显示不了这个内容块[^A-Za-z]*。$/)
})

test('a link elsewhere to a section that goes is named as such', () => {
  const elsewhere = {...finding('unknownSection', 'actions[_key=="l"].section'), detail: '/about'}
  const {warnings} = decide([], [{...elsewhere, document: {id: 'page-java', type: 'page'}}])
  expect(warnings.map(({sentence}) => sentence)).toEqual([expect.stringContaining('没有链接要打开的那一段')])
})

test('a title that another page has asks first, and names that page', () => {
  const {verdict, warnings} = decide([], [{...finding('duplicateTitle', 'title.zh'), detail: 'page-java Java 开发'}])
  expect(verdict).toBe('ask')
  expect(warnings.map(({sentence}) => sentence)).toEqual([expect.stringContaining('“Java 开发”这一页')])
})

test('a copy that repeats the words of its original asks first', () => {
  const {verdict, warnings} = decide([], [{...finding('duplicateText', 'name.zh'), detail: 'role-guard 门卫'}])
  expect(verdict).toBe('ask')
  expect(warnings.map(({sentence}) => sentence)).toEqual([expect.stringContaining('一字不差')])
})

test('a draft that would take back what was published meanwhile asks first, and names the places', () => {
  const takenBack = [{documentId: document._id, documentType: 'page', path: 'title.zh', sentence: '会改回去'}]
  const decision = publishDecision(
    {refusals: [], warnings: [], pages: []},
    {errors: [], objections: [], takenBack, published: []},
    document,
  )
  expect(decision).toMatchObject({verdict: 'ask', warnings: takenBack})
})
