import {afterAll, beforeAll, expect, test} from 'vitest'
import type {JsonObject} from '../../src/types.ts'
import {openSuiteLake, type SuiteLake} from '../openSuiteLake.ts'

let lake: SuiteLake
beforeAll(async () => {
  lake = await openSuiteLake()
})
afterAll(() => lake.close())

/** Content, the patch, and the content afterwards; null if it is refused. */
type PatchCase = [content: JsonObject, patch: JsonObject, expected: JsonObject | null]

const blocks = [
  {_key: 'a', text: 'one', marks: ['x', 'y']},
  {_key: 'b', text: 'two', marks: []},
]

const cases: Record<string, PatchCase[]> = {
  'set writes to fields, nested fields, positions, ranges, keys, conditions and whatever depth': [
    [{}, {set: {title: '新', n: null}}, {title: '新', n: null}],
    [{a: {b: 1, c: 2}}, {set: {'a.b': 3}}, {a: {b: 3, c: 2}}],
    [{a: 1}, {set: {a: {deep: [1]}}}, {a: {deep: [1]}}],
    [{l: ['x', 'y', 'z']}, {set: {'l[1]': 'Y', 'l[-1]': 'Z'}}, {l: ['x', 'Y', 'Z']}],
    [{blocks}, {set: {'blocks[_key=="b"].text': 'TWO'}}, {blocks: [blocks[0] ?? {}, {...blocks[1], text: 'TWO'}]}],
    [{l: ['a', 'b', 'c']}, {set: {'l[0,2]': 'x'}}, {l: ['x', 'b', 'x']}],
    [{l: [{n: 1}, {n: 2}, {n: 3}]}, {set: {'l[n > 1].n': 9}}, {l: [{n: 1}, {n: 9}, {n: 9}]}],
    [{l: [1, 2, 3, 4]}, {set: {'l[1:3]': 0}}, {l: [1, 0, 0, 4]}],
    [{a: {x: {n: 1}}, b: [{n: 1}]}, {set: {'..n': 2}}, {a: {x: {n: 2}}, b: [{n: 2}]}],
    [{'odd name': 1}, {set: {"['odd name']": 2}}, {'odd name': 2}],
  ],
  'setIfMissing writes only where there is nothing': [
    [{a: 1, b: false}, {setIfMissing: {a: 2, b: 2, c: 2}}, {a: 1, b: false, c: 2}],
    [{}, {setIfMissing: {body: []}, insert: {after: 'body[-1]', items: ['x']}}, {body: ['x']}],
    [{a: {b: 1}}, {setIfMissing: {'a.b': 2, 'a.c': 2}}, {a: {b: 1, c: 2}}],
  ],
  'unset removes fields, positions, keys and what a path matches': [
    [{a: 1, b: 2}, {unset: ['a', 'nothing', 'no.thing']}, {b: 2}],
    [{a: {b: 1, c: 2}}, {unset: ['a.b']}, {a: {c: 2}}],
    [{l: ['x', 'y', 'z']}, {unset: ['l[0]']}, {l: ['y', 'z']}],
    [{l: ['x', 'y', 'z']}, {unset: ['l[-1]']}, {l: ['x', 'y']}],
    [{blocks}, {unset: ['blocks[_key=="a"]']}, {blocks: [blocks[1] ?? {}]}],
    [{blocks}, {unset: ['blocks[_key=="a"].marks[0]']}, {blocks: [{...blocks[0], marks: ['y']}, blocks[1] ?? {}]}],
    [{l: [{n: 1}, {n: 5}]}, {unset: ['l[n > 3]']}, {l: [{n: 1}]}],
    [{l: [1, 2, 3]}, {unset: ['l[0:2]']}, {l: [3]}],
  ],
  'inc and dec add to numbers, at any path': [
    [{n: 1, a: {n: 1}}, {inc: {n: 2, 'a.n': 0.5}}, {n: 3, a: {n: 1.5}}],
    [{n: 1}, {dec: {n: 3}}, {n: -2}],
    [{l: [{_key: 'a', n: 1}]}, {inc: {'l[_key=="a"].n': 1}}, {l: [{_key: 'a', n: 2}]}],
    [{n: 1}, {inc: {n: '1'}}, null],
  ],
  'inc and dec of what is no number, or not there, are refused': [
    [{t: 'text', n: 1}, {inc: {n: 1, t: 1}}, null],
    [{t: null}, {dec: {t: 1}}, null],
    [{n: 1}, {dec: {missing: 1}}, null],
    [{l: [{_key: 'a', n: 1}]}, {inc: {'l[_key=="b"].n': 1}}, null],
    [{l: [1, 'two']}, {inc: {'l[0:2]': 1}}, null],
    [{}, {setIfMissing: {n: 0}, inc: {n: 2}, dec: {n: 1}}, {n: 1}],
    [{n: 1}, {unset: ['n'], inc: {n: 2}}, null],
  ],
  'insert puts items before or after a position or key': [
    [{l: ['b']}, {insert: {before: 'l[0]', items: ['a']}}, {l: ['a', 'b']}],
    [{l: ['a']}, {insert: {after: 'l[-1]', items: ['b', 'c']}}, {l: ['a', 'b', 'c']}],
    [{l: ['a', 'c']}, {insert: {before: 'l[-1]', items: ['b']}}, {l: ['a', 'b', 'c']}],
    [{l: ['a', 'c']}, {insert: {after: 'l[0]', items: ['b']}}, {l: ['a', 'b', 'c']}],
    [{l: []}, {insert: {after: 'l[-1]', items: ['a']}}, {l: ['a']}],
    [{l: []}, {insert: {before: 'l[0]', items: ['a']}}, {l: ['a']}],
    [
      {blocks},
      {insert: {before: 'blocks[_key=="b"]', items: [{_key: 'n'}]}},
      {blocks: [blocks[0] ?? {}, {_key: 'n'}, blocks[1] ?? {}]},
    ],
    [
      {blocks},
      {insert: {after: 'blocks[_key=="a"].marks[0]', items: ['n']}},
      {blocks: [{...blocks[0], marks: ['x', 'n', 'y']}, blocks[1] ?? {}]},
    ],
    [{l: []}, {insert: {items: ['a']}}, null],
    [{l: []}, {insert: {after: 'l[-1]', items: 'a'}}, null],
  ],
  'insert replaces a position, a range or a key': [
    [{l: ['a', 'b', 'c']}, {insert: {replace: 'l[1]', items: ['x', 'y']}}, {l: ['a', 'x', 'y', 'c']}],
    [{l: ['a', 'b', 'c']}, {insert: {replace: 'l[0:2]', items: ['x']}}, {l: ['x', 'c']}],
    [{l: ['a', 'b', 'c']}, {insert: {replace: 'l[1:]', items: []}}, {l: ['a']}],
    [
      {blocks},
      {insert: {replace: 'blocks[_key=="a"]', items: [{_key: 'n'}]}},
      {blocks: [{_key: 'n'}, blocks[1] ?? {}]},
    ],
  ],
  'diffMatchPatch edits texts, Chinese and emoji too, at any path': [
    [{t: 'Test orders'}, {diffMatchPatch: {t: '@@ -1,11 +1,12 @@\n Test orders\n+!\n'}}, {t: 'Test orders!'}],
    [{t: '试验委托'}, {diffMatchPatch: {t: '@@ -1,4 +1,5 @@\n 试验\n+新\n 委托\n'}}, {t: '试验新委托'}],
    [{t: 'a😀b'}, {diffMatchPatch: {t: '@@ -1,6 +1,7 @@\n a%F0%9F%98%80b\n+c\n'}}, {t: 'a😀bc'}],
    [
      {blocks},
      {diffMatchPatch: {'blocks[_key=="a"].text': '@@ -1,3 +1,4 @@\n one\n+!\n'}},
      {blocks: [{...blocks[0], text: 'one!'}, blocks[1] ?? {}]},
    ],
    [{t: 'text'}, {diffMatchPatch: {t: 'no patch'}}, null],
  ],
  'operations of one patch apply in the order of the specification, whatever their order in the request': [
    [{n: 1}, {inc: {n: 1}, set: {n: 10}}, {n: 11}],
    [{a: 1}, {unset: ['a'], set: {a: 2}}, {}],
    [{a: 1}, {unset: ['b'], setIfMissing: {b: 2}}, {a: 1}],
  ],
  'a malformed path is refused, and one that leads nowhere changes nothing': [
    [{a: 1}, {set: {'a..': 1}}, null],
    [{a: 1}, {set: {'a[b': 1}}, null],
    [{a: [1]}, {set: {'a[*]': 1}}, null],
    [{a: 1}, {set: {'': 1}}, null],
    [{l: []}, {set: {'l[_key=="none"].t': 1}}, {l: []}],
  ],
  'an operation that nobody knows is refused, as its edit would be lost': [
    [{a: 1}, {set: {a: 2}, merge: {b: 1}}, null],
    [{a: 1}, {rename: {a: 'b'}}, null],
  ],
  'the id, the type and the creation time cannot be patched': [
    [{a: 1}, {set: {_id: 'other'}}, null],
    [{a: 1}, {unset: ['_type']}, null],
    [{a: 1}, {set: {_createdAt: '2000-01-01T00:00:00Z', a: 2}}, {a: 2}],
  ],
}

let number = 0

for (const [title, rows] of Object.entries(cases)) {
  test(title, async () => {
    for (const [content, patch, expected] of rows) {
      const id = `document${number++}`
      const mutations = [{create: {...content, _id: id, _type: 'test'}}, {patch: {...patch, id}}]
      const {status, body} = await lake.post('/v1/data/mutate/production', {mutations})
      const query = encodeURIComponent(`*[_id == "${id}"][0]`)
      const {result} = (await lake.get(`/v1/data/query/production?query=${query}`)).body
      expect({patch, status, content: contentOf(result), error: body.error}).toEqual(
        expected
          ? {patch, status: 200, content: expected}
          : {patch, status: 400, content: null, error: expect.objectContaining({type: 'mutationError'})},
      )
    }
  })
}

/** Without the lake's own fields. */
function contentOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !name.startsWith('_')))
}
