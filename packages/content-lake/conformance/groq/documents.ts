import type {DocumentInput} from '../../src/types.ts'

const to = (_ref: string) => ({_type: 'reference', _ref})

const block = (_key: string, ...texts: string[]) => ({
  _type: 'block',
  _key,
  children: texts.map((text, index) => ({_type: 'span', _key: `${_key}${index}`, text})),
})

/** The dataset of the queries in this folder. */
export const DOCUMENTS: DocumentInput[] = [
  {_id: 'ada', _type: 'person', name: 'Ada', born: 1815, tags: ['math', 'engine'], friend: to('babbage')},
  {
    _id: 'babbage',
    _type: 'person',
    name: 'Babbage',
    born: 1791,
    tags: ['engine'],
    home: {city: 'London', 'post code': 'W1'},
  },
  {_id: 'grace', _type: 'person', name: 'Grace', born: 1906, tags: [], isAdmiral: true},
  {_id: 'drafts.grace', _type: 'person', name: 'Grace (draft)', born: 1906, tags: ['navy']},
  {_id: 'versions.spring.grace', _type: 'person', name: 'Grace (spring)', born: 1906},
  {_id: '_.releases.spring', _type: 'system.release', name: 'spring', state: 'active'},
  {
    _id: 'engine',
    _type: 'machine',
    title: 'The Analytical Engine',
    maker: to('babbage'),
    readers: [
      {...to('ada'), _key: 'a'},
      {...to('grace'), _key: 'g'},
    ],
    parts: [
      {_key: 'mill', name: 'Mill', wheels: 50, metals: ['brass', 'iron']},
      {_key: 'store', name: 'Store', wheels: 1000, metals: ['steel']},
    ],
    body: [block('one', 'It weaves ', 'patterns.'), {_type: 'image', _key: 'pic'}, block('two', 'As looms do.')],
  },
]
