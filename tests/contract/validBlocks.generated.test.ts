import {expect, test} from 'vitest'
import {entryNamed} from '@/components/blocks/Blocks'
import {isObject} from '@/lib/json'
import {locales} from '@/lib/locales'
import {pageId, type Route, routes} from '@/lib/routes'
import {fitDocument, type StoredDocument} from '@/sanity/PublishedDocuments'
import {localize, withFallbacks} from '@/sanity/presentContent'
import {readSeedDocuments} from '@/sanity/querySeed'
import {Snapshot} from '@/sanity/Snapshot'
import {validate} from '@/sanity/schema/testing/validate'
import fc from '@/tests/support/fastCheck'

const documents = readSeedDocuments()

/** Blocks of the seed, each as the only one of its page, and drawings in a page's head. */
const pages = routes.flatMap(
  (route): {route: Route; field: 'blocks' | 'picture'; block: unknown; page: StoredDocument}[] => {
    const page = documents.get(pageId(route))
    if (!page) return []
    return (['blocks', 'picture'] as const).flatMap((field) => {
      const list: unknown = page[field]
      return (Array.isArray(list) ? list : []).map((block) => ({route, field, block, page: {...page, blocks: []}}))
    })
  },
)

const texts = [
  '',
  ' ',
  '\u200b',
  'x',
  '|',
  'a|b',
  'a|',
  '|b',
  'a|b|c|d|e|f',
  'a\nb',
  '0',
  '２',
  '{figure}',
  '长'.repeat(30),
]
const numbers = [0, 1, 2, 3, 8, 24, 25, 100, -1, 0.5, 1e21]

/** What an editor may make of a value: other words, another number, fewer or more items, nothing. */
function variantsOf(value: unknown): unknown[] {
  if (typeof value === 'string') return [undefined, ...texts]
  if (typeof value === 'number') return [undefined, ...numbers]
  if (typeof value === 'boolean') return [undefined, !value]
  if (!Array.isArray(value)) return [undefined]
  const again = value.map((item, index) => (isObject(item) ? {...item, _key: `again${index}`} : item))
  return [undefined, [], value.slice(0, 1), value.slice(1), value.toReversed(), [...value, ...again]]
}

type Path = readonly (string | number)[]

/** Paths of all values that have a field or an item of their own in the Studio: not those within formatted text. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  const inner = Array.isArray(value)
    ? value.flatMap((item, index) => (isObject(item) && item._type === 'block' ? [] : pathsIn(item, [...path, index])))
    : isObject(value)
      ? Object.keys(value).flatMap((name) => (name.startsWith('_') ? [] : pathsIn(value[name], [...path, name])))
      : []
  return typeof path.at(-1) === 'string' ? [path, ...inner] : inner
}

function changeAt(value: unknown, [first, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (first === undefined) return change(value)
  if (Array.isArray(value)) return value.map((item, index) => (index === first ? changeAt(item, rest, change) : item))
  if (!isObject(value)) return value
  const {[first]: inner, ...others} = value
  const changed = changeAt(inner, rest, change)
  return changed === undefined ? others : {...others, [first]: changed}
}

/** Changes that an editor makes one after the other. */
const edits = fc.array(fc.record({place: fc.nat(), variant: fc.nat()}), {minLength: 1, maxLength: 3})

/** Returns why the site would leave a block of the page out, in either language. */
function problemsOf(route: Route, changed: StoredDocument): string[] {
  const all = new Map(documents).set(changed._id, fitDocument(changed))
  const {page: found, site} = new Snapshot(all).pageWithSite(route)
  if (!found) return ['there is no page']
  return locales.flatMap((locale) => {
    const {blocks, picture} = localize(withFallbacks(found, site), locale)
    return [...(blocks ?? []), ...(picture ? [picture] : [])].flatMap((block) => {
      const read = isObject(block) ? entryNamed(String(block._type))?.read(block) : undefined
      if (!read) return [`${locale}: there is no such block`]
      return 'problems' in read
        ? read.problems.map(({path, message}) => `${locale}: ${path.join('.')}: ${message}`)
        : []
    })
  })
}

test('a block that the Studio has nothing against is shown, however it was edited', async () => {
  const others = [...documents.values()]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...pages), edits, async ({route, field, block, page}, changes) => {
      let changed = block
      for (const {place, variant} of changes) {
        const paths = pathsIn(changed)
        const path = paths[place % paths.length]
        if (!path) continue
        changed = changeAt(changed, path, (value) => {
          const variants = variantsOf(value)
          return variants[variant % variants.length]
        })
      }
      const document = {...page, [field]: [changed]}
      const problems = problemsOf(route, document)
      if (problems.length === 0) return
      // Of the page itself the Studio says that it has no other blocks.
      const refusals = (await validate(document, others)).filter((line) => line.startsWith(`error ${field}.`))
      expect({problems, refusals}).not.toEqual({problems, refusals: []})
    }),
    {numRuns: 400 * Number(process.env.FUZZ_FACTOR || 1)},
  )
})
