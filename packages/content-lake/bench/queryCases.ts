import type {JsonValue} from '../src/types.ts'
import type {Dataset} from './dataset.ts'

export interface QueryCase {
  name: string
  query: string
  params: (run: number) => Record<string, JsonValue>
}

const PAGE_FIELDS = `{
  _id, path, title, description, body,
  "author": author->{name},
  "image": image.asset->{alt, width},
  "modules": modules[]->{_id, title, text}
}`

/** The Studio's search over whole documents, ranked. */
const SEARCH = `*[_type in ["page", "module"] && !(_id in path("versions.**"))]
  | score(boost(title match text::query($words), 10), [@, _id] match text::query($words))
  [_score > 0] | order(_score desc) [0...20] {_id, _type, _score}`

/** Ranks of words that a few documents in a hundred hold, and of a common one. */
const USUAL = 1500
const COMMON = 40

export function queryCases({words, pages}: Dataset): QueryCase[] {
  const one = (run: number) => (run * 7919) % pages
  return [
    {
      name: 'page with eight dereferences, by path',
      query: `*[_type == "page" && path == $path][0]${PAGE_FIELDS}`,
      params: (run) => ({path: `/section-${one(run) % 50}/page-${one(run)}`}),
    },
    {
      name: 'page with eight dereferences, by slug',
      query: `*[_type == "page" && slug.current == $slug][0]${PAGE_FIELDS}`,
      params: (run) => ({slug: `page-${one(run)}`}),
    },
    {name: 'by _id', query: '*[_id == $id][0]', params: (run) => ({id: `page-${one(run)}`})},
    {
      name: 'references($id)',
      query: '*[references($id)]._id',
      params: (run) => ({id: `person-${one(run) % (pages / 5)}`}),
    },
    {
      name: 'a page and who links to each of its modules',
      query: '*[_type == "page" && path == $path][0].modules[]->{_id, "pages": *[references(^._id)]._id}',
      params: (run) => ({path: `/section-${one(run) % 50}/page-${one(run)}`}),
    },
    {name: 'search, Chinese', query: SEARCH, params: (run) => ({words: `${words.zhWord(USUAL + (run % 50))}*`})},
    {name: 'search, English', query: SEARCH, params: (run) => ({words: `${words.enWord(USUAL + (run % 50))}*`})},
    {
      name: 'search, English, three letters',
      query: SEARCH,
      params: (run) => ({words: `${words.enWord(USUAL + (run % 50)).slice(0, 3)}*`}),
    },
    {name: 'search, a common Chinese word', query: SEARCH, params: () => ({words: `${words.zhWord(COMMON)}*`})},
  ]
}
