import type {Area} from '../Feature.ts'

const SEARCH = 'src/query/search.test.ts'
const SOURCE_MAP = 'src/query/sourceMap.test.ts'

export const queries: Area = {
  title: 'HTTP: queries',
  introduction:
    '`GET` and `POST /data/query/:dataset`. Every API version speaks the same GROQ; it decides the default perspective.',
  file: 'conformance/http/query.test.ts',
  features: [
    ['Answers', 'yes', 'an answer has query, result, ms and sync tags; the query can be left out'],
    ['`$parameters`', 'yes', 'parameters in an address are JSON under names with a dollar sign'],
    [
      '`POST` with a body',
      'yes',
      'a POST carries query, parameters and perspective in its body; the address may name the perspective too',
    ],
    ['Long queries', 'yes', 'a POST may be far longer than an address: 200 KB of query, half a megabyte of parameters'],
    ['Default perspective of API versions', 'yes', 'API version %s shows %i pages when no perspective is asked for'],
    [
      '`raw`, `published`, `drafts`, `previewDrafts`',
      'yes',
      'a perspective that is asked for counts in every API version',
    ],
    ['Stacks of releases', 'yes', 'in the stack %s the first layer that has a document wins, published is the last'],
    ['References in perspectives', 'yes', 'references lead to the layer of the stack that has their document'],
    ['`_originalId`', 'yes', 'an overlaid document has the published id, and says where it comes from'],
    ['Invalid perspectives', 'yes', 'the perspective "%s" is refused'],
    [
      'Anonymous readers',
      'yes',
      'anonymous visitors see published documents with undotted ids in every perspective they may use',
      '',
      'src/query/query.test.ts',
    ],
    [
      'Content source maps',
      'yes',
      'each string is mapped to its document and path, by key in arrays',
      'texts that come from a field unchanged',
      SOURCE_MAP,
    ],
    [
      'Source maps of drafts',
      'yes',
      'a draft is mapped to the draft, a fallback to the field that it fell back to',
      '',
      SOURCE_MAP,
    ],
    [
      'Sync tags',
      'yes',
      'a query shares a tag with the transactions that may change its result, and with no others',
      '',
      'src/query/syncTags.test.ts',
    ],
    [
      "The Studio's search",
      'yes',
      "the Studio's own search query, with its boosts and orderings, finds and ranks",
      '',
      SEARCH,
    ],
    ['Chinese search', 'yes', 'a two-character Chinese word is found inside a sentence', '', SEARCH],
    [
      'Latin words in Chinese',
      'yes',
      'a Latin word is found where it touches Chinese words or punctuation',
      '',
      SEARCH,
    ],
    [
      '`variant`, `variantCondition`',
      'no',
      '%s is refused: the lake has no variants',
      'the option `variant` of the client',
    ],
  ],
}
