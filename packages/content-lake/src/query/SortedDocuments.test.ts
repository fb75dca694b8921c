import {expect, test, vi} from 'vitest'
import {byId} from '../documentIds.ts'
import fc from '../testing/fastCheck.ts'
import type {LakeDocument} from '../types.ts'
import {SortedDocuments} from './SortedDocuments.ts'

const document = (_id: string, n = 0): LakeDocument => ({
  _id,
  _type: 'page',
  _rev: '',
  _createdAt: '',
  _updatedAt: '',
  n,
})

test('the documents are in the order of their ids, whatever was set and removed, one by one or many at once', () => {
  const change = fc.tuple(fc.string({minLength: 1, maxLength: 2}), fc.option(fc.nat(9), {nil: undefined}))
  const commits = fc.array(fc.array(change, {maxLength: 30}), {maxLength: 8})
  fc.assert(
    fc.property(commits, (drawn) => {
      const list = new SortedDocuments()
      const model = new Map<string, LakeDocument>()
      for (const changes of drawn) {
        const before = list.items
        const copy = [...before]
        list.update(new Map(changes.map(([id, n]) => [id, n === undefined ? undefined : document(id, n)])))
        for (const [id, n] of changes) {
          if (n === undefined) model.delete(id)
          else model.set(id, document(id, n))
        }
        expect(list.items).toEqual(Array.from(model.values()).sort(byId))
        expect(before).toEqual(copy)
      }
    }),
  )
})

test('a commit of many documents does not copy the list for each of them', () => {
  const ids = Array.from({length: 2000}, (_, index) => `d${index}`)
  const list = new SortedDocuments(ids.map((id) => document(id)))
  const copies = vi.spyOn(Array.prototype, 'toSpliced')
  list.update(new Map(ids.map((id) => [id, document(id, 1)])))
  expect(copies.mock.calls.length).toBeLessThan(10)
  copies.mockRestore()
  expect(list.items.every(({n}) => n === 1)).toBe(true)
})
