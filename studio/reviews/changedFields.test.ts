import {expect, test} from 'vitest'
import {compileSchema} from '../../sanity/schema/testing/compileSchema.ts'
import {changedFields} from './changedFields.ts'

const schema = compileSchema()
const title = {_type: 'localeString', zh: '关于我们', en: 'About us'}
const paragraph = (text: string) => ({
  _key: 'p',
  _type: 'block',
  markDefs: [],
  children: [{_key: 's', _type: 'span', text, marks: []}],
})
const prose = (text: string) => ({
  _key: 'a',
  _type: 'prose',
  body: {_type: 'localeBlocks', zh: [paragraph(text)], en: []},
})
const photo = (ref: string) => ({_key: 'c', _type: 'photo', asset: {_type: 'reference', _ref: ref}})
const page = {_id: 'page-about', _type: 'page', _updatedAt: '1', title, blocks: [prose('原文')]}
const fields = (draft: object, published: typeof page | null = page) =>
  changedFields(schema, published, {...page, _id: 'drafts.page-about', ...draft})

test.each([
  ['a text in one language', {title: {...title, en: 'Who we are'}}, 'title.en'],
  ['a text in both', {title: {_type: 'localeString', zh: '我们', en: 'Us'}}, 'title.zh title.en'],
  ['running text, as a whole', {blocks: [prose('改写')]}, 'blocks[_key=="a"].body.zh'],
  ['a block that was added', {blocks: [prose('原文'), {_key: 'b', _type: 'flow'}]}, 'blocks[_key=="b"]'],
  ['the list from which one was taken', {blocks: []}, 'blocks'],
  ['a picture, as a whole', {picture: photo('image-b')}, 'picture'],
  ['nothing but when it was saved', {_updatedAt: '2'}, ''],
])('a draft that changes %s leads there', (_what, draft, paths) => {
  expect(fields(draft).join(' ')).toBe(paths)
})

test('a picture that takes the place of another is one field', () => {
  const published = {...page, picture: photo('image-a')}
  expect(fields({picture: photo('image-b')}, published)).toEqual(['picture'])
})

test.each([
  ['zh', {zh: '公司'}],
  ['en', {en: 'Company'}],
])('a text that is new leads to the language in which it is written: %s', (language, text) => {
  expect(fields({description: {_type: 'localeText', ...text}})).toEqual([`description.${language}`])
})

test('a document that is not published yet is new as a whole', () => {
  expect(fields({}, null)).toEqual([])
})
