import type {ValidationMarker} from 'sanity'
import {expect, test} from 'vitest'
import type {Finding} from '../../sanity/health/Finding.ts'
import {publishDecision} from './publishDecision.ts'

const document = {_id: 'drafts.page-about', _type: 'page'}
const about = {id: 'page-about', type: 'page'}
const error = (path: ValidationMarker['path']): ValidationMarker => ({level: 'error', message: '请填写', path})
const finding = (check: Finding['check'], path: string): Finding => ({check, severity: 'error', document: about, path})
const decide = (refusals: Finding[], warnings: Finding[], errors: ValidationMarker[] = []) =>
  publishDecision({refusals, warnings, pages: []}, {errors, objections: []}, document)

test('without a reason against it a document is published', () => {
  expect(decide([], []).verdict).toBe('publish')
  expect(decide([], [finding('placeholder', 'title')]).verdict).toBe('publish')
})

test('missing English, and a quotation of an expired claim, ask first', () => {
  expect(decide([], [finding('missingEnglish', 'title')])).toMatchObject({
    verdict: 'ask',
    missingEnglish: [{path: 'title'}],
    warnings: [],
  })
  expect(decide([], [finding('quotesExpiredClaim', 'blocks')]).verdict).toBe('ask')
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
    publishDecision({refusals: [], warnings: [], pages: []}, {errors, objections}, document)
  expect(decideWith([])).toMatchObject({verdict: 'refuse', refusals: objections})
  expect(decideWith([error(['title', 'zh'])]).refusals.map(({path}) => path)).toEqual(['title.zh'])
})
