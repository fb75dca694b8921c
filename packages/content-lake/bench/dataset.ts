import {randomness} from '../src/testing/randomness.ts'
import type {DocumentInput, JsonObject} from '../src/types.ts'
import {createWords, type Words} from './words.ts'

export interface Dataset {
  documents: DocumentInput[]
  words: Words
  pages: number
}

const reference = (id: string, key?: number): JsonObject => ({
  _type: 'reference',
  _ref: id,
  ...(key !== undefined && {_key: `k${key}`}),
})

/**
 * As many documents as asked for: a quarter pages, each with eight references and about 2 KB of Chinese and English
 * text; the rest modules, people and images. The same in every run.
 */
export function createDataset(size: number): Dataset {
  const random = randomness(size)
  const words = createWords(random)
  const pages = size / 4
  const people = size / 20
  const images = size / 10
  const modules = size - pages - people - images
  const text = (sentences: number) => ({
    zh: Array.from({length: sentences}, words.zh).join(''),
    en: Array.from({length: sentences}, words.en).join(' '),
  })
  const page = (index: number): DocumentInput => ({
    _id: `page-${index}`,
    _type: 'page',
    path: `/section-${index % 50}/page-${index}`,
    slug: {_type: 'slug', current: `page-${index}`},
    title: {zh: words.zh(), en: words.en()},
    author: reference(`person-${random.below(people)}`),
    image: {_type: 'image', asset: reference(`picture-${random.below(images)}`)},
    modules: Array.from({length: 6}, (_, key) => reference(`module-${random.below(modules)}`, key)),
    body: [{_key: 'b', _type: 'block', children: [{_key: 's', _type: 'span', text: words.zh() + words.en()}]}],
    description: text(4),
  })
  const many = (amount: number, make: (index: number) => DocumentInput) =>
    Array.from({length: amount}, (_, i) => make(i))
  const documents = [
    ...many(people, (index) => ({_id: `person-${index}`, _type: 'person', name: words.en()})),
    ...many(images, (index) => ({_id: `picture-${index}`, _type: 'picture', alt: text(1), width: random.below(4000)})),
    ...many(modules, (index) => ({_id: `module-${index}`, _type: 'module', title: words.zh(), text: text(3)})),
    ...many(pages, page),
  ]
  return {documents, words, pages}
}
