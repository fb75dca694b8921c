import {applyPatch, type RawPatch} from 'mendoza'
import {expect, test} from 'vitest'
import {markSample} from '../../sanity/health/placeholders.ts'
import {applyPatches} from '../../tests/support/applyPatches.ts'
import fc from '../../tests/support/fastCheck.ts'
import {changesBetween, type Item, invert} from './changes.ts'
import {type History, type LogEntry, lossOf, markerOf, missedByDraft, stepsOf} from './steps.ts'

interface Document {
  _id: string
  _type: string
  items: Item[]
  fields: Record<string, string>
  [field: string]: unknown
}

/** An edit of one person: of texts and items of their own, in lists that both share. */
type Edit =
  | {kind: 'type'; field: number; text: string}
  | {kind: 'add'; at: number}
  | {kind: 'remove'; which: number}
  | {kind: 'move'; which: number; to: number}
  | {kind: 'edit'; which: number; text: string}

const start: Document = {
  _id: 'drafts.a',
  _type: 'page',
  fields: {},
  items: ['ann-0', 'ben-0', 'ann-1', 'ben-1', 'ann-2'].map((_key) => ({_key, _type: 'item', text: _key})),
}

const position = fc.nat({max: 5})
const text = fc.string({maxLength: 4})
const edits: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({kind: fc.constant('type' as const), field: fc.nat({max: 2}), text}),
  fc.record({kind: fc.constant('add' as const), at: position}),
  fc.record({kind: fc.constant('remove' as const), which: position}),
  fc.record({kind: fc.constant('move' as const), which: position, to: position}),
  fc.record({kind: fc.constant('edit' as const), which: position, text}),
)
const story = fc.array(fc.record({author: fc.constantFrom('ann', 'ben'), edit: edits}), {maxLength: 14})

function apply(document: Document, author: string, edit: Edit, key: string): Document {
  const {items} = document
  if (edit.kind === 'type') {
    return {...document, fields: {...document.fields, [`${author}${edit.field}`]: edit.text}}
  }
  if (edit.kind === 'add') {
    return {...document, items: items.toSpliced(edit.at % (items.length + 1), 0, {_key: key, _type: 'item', text: ''})}
  }
  const own = items
    .filter(({_key}) => _key.startsWith(author))
    .toSorted((one, other) => one._key.localeCompare(other._key))
  const item = own[edit.which % own.length]
  if (!item) return document
  const rest = items.filter((other) => other !== item)
  if (edit.kind === 'remove') return {...document, items: rest}
  if (edit.kind === 'move') return {...document, items: rest.toSpliced(edit.to % (rest.length + 1), 0, item)}
  return {...document, items: items.map((other) => (other === item ? {...item, text: edit.text} : other))}
}

/** A content lake of one document: keeps the log as the real one does. */
function newLake(first: Document) {
  let current: Record<string, unknown> = first
  let time = 0
  const log: LogEntry[] = []
  const whole = (value: unknown): RawPatch => [0, value]
  return {
    commit(author: string, next: Record<string, unknown>, id: string, pause = 60_000) {
      time += pause
      const effects = {'drafts.a': {apply: whole(next), revert: whole(current)}}
      log.unshift({id, author, timestamp: new Date(time).toISOString(), effects})
      current = next
    },
    get current() {
      return current
    },
    get history(): History {
      return {id: 'drafts.a', current, log}
    },
    log,
  }
}

function take(lake: ReturnType<typeof newLake>, direction: 'undo' | 'redo', author = 'ann'): boolean {
  const step = stepsOf(lake.history, author)[direction].at(-1)
  if (!step) return false
  const {result, conflicts} = invert(step.transactions, lake.current)
  expect(conflicts).toEqual([])
  lake.commit(author, result, markerOf(direction, step))
  return true
}

const by = (author: string, document: Record<string, unknown>) => {
  const {items, fields} = document as Document
  return {
    fields: Object.entries(fields).filter(([name]) => name.startsWith(author)),
    items: new Map(items.filter(({_key}) => _key.startsWith(author)).map((item) => [item._key, item])),
  }
}

test('undoing all of one’s steps leaves the edits of the other person, and nothing of one’s own', () => {
  fc.assert(
    fc.property(story, (edits) => {
      // Moves change an order that both share.
      const apart = edits.filter(({edit}) => edit.kind !== 'move')
      const lake = newLake(start)
      let alone = start
      for (const [index, {author, edit}] of apart.entries()) {
        const next = apply(lake.current as Document, author, edit, `${author}-new${index}`)
        lake.commit(author, next, `t${index}`)
        if (author === 'ben') alone = apply(alone, author, edit, `${author}-new${index}`)
      }
      while (take(lake, 'undo'));
      expect(by('ann', lake.current)).toEqual(by('ann', start))
      expect(by('ben', lake.current)).toEqual(by('ben', alone))
    }),
  )
})

test('undoing everything brings back the beginning, and redoing everything the end, by oneself', () => {
  fc.assert(
    fc.property(story, (edits) => {
      const lake = newLake(start)
      for (const [index, {edit}] of edits.entries()) {
        lake.commit('ann', apply(lake.current as Document, 'ann', edit, `ann-new${index}`), `t${index}`)
      }
      const end = lake.current
      while (take(lake, 'undo'));
      expect(lake.current).toEqual(start)
      while (take(lake, 'redo'));
      expect(lake.current).toEqual(end)
      while (take(lake, 'undo'));
      expect(lake.current).toEqual(start)
    }),
  )
})

test('undo then redo is identity also with another person’s edits between one’s own', () => {
  fc.assert(
    fc.property(story, (edits) => {
      const lake = newLake(start)
      for (const [index, {author, edit}] of edits.entries()) {
        lake.commit(author, apply(lake.current as Document, author, edit, `${author}-new${index}`), `t${index}`)
      }
      const step = stepsOf(lake.history, 'ann').undo.at(-1)
      if (!step) return
      const before = lake.current
      const {result} = invert(step.transactions, before)
      lake.commit('ann', result, markerOf('undo', step))
      const again = stepsOf(lake.history, 'ann').redo.at(-1)
      if (changesBetween(before, result).length === 0) return
      expect(invert(again?.transactions ?? [], result).result).toEqual(before)
    }),
  )
})

test('the patches say the same as the result', () => {
  fc.assert(
    fc.property(story, (edits) => {
      let end = start
      for (const [index, {edit}] of edits.entries()) end = apply(end, 'ann', edit, `ann-new${index}`)
      const {patches, result} = invert([changesBetween(start, end)], end)
      expect(result).toEqual(start)
      expect(applyPatches(end, patches)).toEqual(result)
    }),
  )
})

const text0 = (value: string): Document => ({...start, fields: {title: value}})

test('what somebody else has changed since is refused, and stays', () => {
  const lake = newLake(text0('old'))
  lake.commit('ann', text0('mine'), 't1')
  lake.commit('ben', text0('his'), 't2')
  const step = stepsOf(lake.history, 'ann').undo.at(-1)
  const {patches, conflicts, result} = invert(step?.transactions ?? [], lake.current)
  expect(patches).toEqual([])
  expect(conflicts).toHaveLength(1)
  expect(result).toEqual(text0('his'))
})

test('an added item that somebody else has filled in meanwhile is not taken away', () => {
  const lake = newLake(start)
  lake.commit('ann', apply(start, 'ann', {kind: 'add', at: 0}, 'ann-new'), 't1')
  const filled = {...start, items: [{_key: 'ann-new', _type: 'item', text: 'his words'}, ...start.items]}
  lake.commit('ben', filled, 't2')
  const [step] = stepsOf(lake.history, 'ann').undo
  expect(invert(step?.transactions ?? [], lake.current).result).toEqual(filled)
})

test('a burst of typing in one field is one step, and a pause or another field begins the next', () => {
  const lake = newLake(text0(''))
  lake.commit('ann', text0('a'), 't1')
  lake.commit('ann', text0('ab'), 't2', 500)
  lake.commit('ben', {...text0('ab'), other: 'x'}, 't3', 100)
  lake.commit('ann', {...text0('abc'), other: 'x'}, 't4', 500)
  lake.commit('ann', {...text0('abcd'), other: 'x'}, 't5', 60_000)
  lake.commit('ann', {...text0('abcd'), other: 'y'}, 't6', 100)
  expect(stepsOf(lake.history, 'ann').undo.map(({id}) => id)).toEqual(['t4', 't5', 't6'])
  expect(stepsOf(lake.history, 'ben').undo.map(({id}) => id)).toEqual(['t3'])
})

test('a new item and the sample that fills it are one step; what is typed over the sample is the next', () => {
  const lake = newLake(start)
  const added = {_key: 'ann-new', _type: 'item'}
  const filled = {...added, heading: {zh: 'sample'}, points: [{_key: 'a', text: 'sample'}]}
  lake.commit('ann', {...start, items: [...start.items, added]}, 't1')
  lake.commit('ann', {...start, items: [...start.items, filled]}, 't2', 800)
  lake.commit('ann', {...start, items: [...start.items, {...filled, heading: {zh: 'mine'}}]}, 't3', 800)
  expect(stepsOf(lake.history, 'ann').undo.map(({id}) => id)).toEqual(['t2', 't3'])
  take(lake, 'undo')
  take(lake, 'undo')
  expect(lake.current).toEqual(start)
  take(lake, 'redo')
  expect(lake.current).toEqual({...start, items: [...start.items, filled]})
})

test('a sample that a slow machine brings late belongs to its new item; what is typed late into an empty one does not', () => {
  const added = {_key: 'ann-new', _type: 'item'}
  const stepsAfter = (zh: string) => {
    const lake = newLake(start)
    lake.commit('ann', {...start, items: [...start.items, added]}, 't1')
    lake.commit('ann', {...start, items: [...start.items, {...added, heading: {zh}}]}, 't2', 9000)
    return stepsOf(lake.history, 'ann').undo.map(({id}) => id)
  }
  expect(stepsAfter(markSample('标题', 'zh'))).toEqual(['t2'])
  expect(stepsAfter('标题')).toEqual(['t1', 't2'])
})

test('an own edit ends what can be redone, somebody else’s does not', () => {
  const lake = newLake(text0(''))
  lake.commit('ann', text0('a'), 't1')
  take(lake, 'undo')
  lake.commit('ben', {...lake.current, other: 'x'}, 't2')
  expect(stepsOf(lake.history, 'ann').redo).toHaveLength(1)
  lake.commit('ann', {...lake.current, other: 'y'}, 't3')
  expect(stepsOf(lake.history, 'ann').redo).toEqual([])
})

test('the first edit of a published document is a step, from what was published; nothing before a publish is', () => {
  const published = {...text0('published'), _id: 'a'}
  const draft = {...text0('draft')}
  const effects = {'drafts.a': {apply: [0, draft], revert: [0, null]}}
  const entry = {id: 't1', author: 'ann', timestamp: new Date(0).toISOString(), effects}
  const [step] = stepsOf({id: 'drafts.a', current: draft, published, log: [entry]}, 'ann').undo
  expect(applyPatch(null, effects['drafts.a'].apply)).toEqual(draft)
  expect(invert(step?.transactions ?? [], draft).patches).toEqual([{set: {'fields.title': 'published'}}])
  expect(stepsOf({id: 'drafts.a', current: undefined, published, log: [entry]}, 'ann').undo).toEqual([])
})

test('a draft misses what a release published after it was begun, until it is in the draft, too; not what came before', () => {
  const whole = (value: unknown): RawPatch => [0, value]
  const entry = (id: string, documentId: string, before: unknown, after: unknown): LogEntry => ({
    id,
    author: 'ann',
    timestamp: new Date(0).toISOString(),
    effects: {[documentId]: {apply: whole(after), revert: whole(before)}},
  })
  const page = (title: string, blocks: string[]) => ({
    _type: 'page',
    title: {zh: title},
    blocks: blocks.map((_key) => ({_key, _type: 'faq'})),
  })
  const [first, second, third] = [page('teh', ['a']), page('teh', ['a', 'b']), page('the', ['b'])]
  const historyOf = (current: Record<string, unknown>) => ({
    id: 'drafts.a',
    current,
    published: third,
    log: [
      entry('t4', 'drafts.a', second, current),
      entry('t3', 'a', second, third),
      entry('t2', 'drafts.a', null, second),
      entry('t1', 'a', first, second),
    ],
  })
  const missed = (current: Record<string, unknown>) =>
    missedByDraft(historyOf(current)).missed.map(({kind, path}) => [kind, ...path])
  expect(missed({...second, other: 'x'})).toEqual([
    ['value', 'title', 'zh'],
    ['remove', 'blocks'],
  ])
  expect(missed({...second, title: {zh: 'teh end'}, blocks: third.blocks})).toEqual([['value', 'title', 'zh']])
  expect(missed({...third, other: 'x'})).toEqual([])
  const history = historyOf(third)
  expect(missedByDraft(history).isComplete).toBe(true)
  expect(missedByDraft({...history, log: history.log.slice(0, 2)}).isComplete, 'a log that ends too early').toBe(false)
})

test('a version in a release misses what was published since it was made, also if the release was archived meanwhile', () => {
  const id = 'versions.spring.a'
  const entry = (documentId: string, before: unknown, after: unknown): LogEntry => ({
    id: crypto.randomUUID(),
    author: 'ann',
    timestamp: new Date(0).toISOString(),
    effects: {[documentId]: {apply: [0, after], revert: [0, before]}},
  })
  const page = (zh: string, en: string) => ({_type: 'page', title: {zh, en}})
  const [version, before, published] = [page('春', 'teh'), page('题', 'teh'), page('题', 'the')]
  const [made, correction, archived] = [
    entry(id, null, version),
    entry('a', before, published),
    entry(id, version, null),
  ]
  const missed = (...log: LogEntry[]) =>
    missedByDraft({id, current: version, published, log: log.toReversed()}).missed.map(({path}) => path.join('.'))
  expect(missed(made, correction)).toEqual(['title.en'])
  expect(missed(made, correction, archived, entry(id, null, version)), 'brought back').toEqual(['title.en'])
  expect(missed(correction, made)).toEqual([])
  const other = page('夏', 'teh')
  expect(
    missed(entry(id, null, other), correction, entry(id, other, null), made),
    'taken out, and added again',
  ).toEqual([])
})

test('a step whose transaction is merged away in the log ends what can be undone', () => {
  const lake = newLake(text0(''))
  lake.commit('ann', text0('a'), 't1')
  lake.commit('ann', text0('b'), 'undo-00000000-gone')
  expect(stepsOf(lake.history, 'ann')).toEqual({undo: [], redo: []})
})

test('removed blocks and list entries are announced, paragraphs and words are not', () => {
  const step = (before: unknown, after: unknown) => ({
    id: 't',
    started: 0,
    ended: 0,
    transactions: [changesBetween({list: before}, {list: after})],
  })
  expect(lossOf(step([{_key: 'a', _type: 'faq'}], []))).toEqual({kind: 'deleted', paths: [['list']]})
  expect(lossOf(step([{_key: 'a', _type: 'faq'}], undefined))).toEqual({kind: 'deleted', paths: [['list']]})
  expect(lossOf(step(['a', 'b'], ['b']))).toEqual({kind: 'deleted', paths: [['list']]})
  expect(lossOf(step([{_key: 'a', _type: 'block'}], []))).toBeUndefined()
  expect(lossOf(step('ab', 'a'))).toBeUndefined()
})

test('blocks that a paste replaced are announced as replaced, with the fields; typing beside a deletion is none', () => {
  const blocks = (...keys: string[]) => keys.map((_key) => ({_key, _type: 'faq', heading: _key}))
  const lossBetween = (before: Record<string, unknown>, after: Record<string, unknown>) =>
    lossOf({id: 't', started: 0, ended: 0, transactions: [changesBetween(before, after)]})
  const java = {title: {zh: 'Java'}, description: {zh: '一'}, blocks: blocks('a', 'b', 'c')}
  const odoo = {title: {zh: 'Odoo'}, description: {zh: '二'}, blocks: blocks('a', 'd')}
  expect(lossBetween(java, odoo)).toEqual({kind: 'replaced', paths: [['title'], ['description'], ['blocks']]})
  expect(lossBetween(java, {...java, blocks: odoo.blocks})).toEqual({kind: 'replaced', paths: [['blocks']]})
  expect(lossBetween({tags: ['a', 'b']}, {tags: ['c']})).toEqual({kind: 'replaced', paths: [['tags']]})
  expect(lossBetween(java, {...java, title: {zh: 'Jav'}, blocks: blocks('a', 'b')})).toEqual({
    kind: 'deleted',
    paths: [['blocks']],
  })
})
