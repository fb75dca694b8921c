// @vitest-environment jsdom
import {act, cleanup, renderHook} from '@testing-library/react'
import {afterEach, expect, test, vi} from 'vitest'
import type {ContentDocument} from '../../sanity/health/contentDocuments.ts'
import type {Publication, PublicationFilter} from './publicationsApi.ts'
import {usePublications} from './publicationsTool.tsx'

type Page = {publications: Publication[]; nextCursor?: string}
const deleted: ContentDocument[] = []
const studio = vi.hoisted(() => ({
  changedAt: 'first',
  client: {fetch: async (_query?: string, _params?: Record<string, string[]>): Promise<ContentDocument[]> => []},
  load: (_filter: PublicationFilter, _cursor?: string): Promise<Page> => Promise.reject(new Error('not set')),
}))
vi.mock('sanity', async (original) => ({
  ...(await original<typeof import('sanity')>()),
  useClient: () => studio.client,
}))
vi.mock('../lake/useLiveQuery.ts', () => ({useLiveQuery: () => ({result: studio.changedAt})}))
vi.mock('../saving/saveFile.ts', () => ({saveFile: () => {}}))
vi.mock('../lake/userNames.ts', () => ({userNames: async () => new Map()}))
vi.mock('./publicationsApi.ts', () => ({
  publicationsApi: () => ({
    load: (filter: PublicationFilter, cursor?: string) => studio.load(filter, cursor),
    loadAll: async (filter: PublicationFilter) => (await studio.load(filter)).publications,
    members: async () => [],
    lastStates: async (ids: readonly string[]) => deleted.filter(({_id}) => ids.includes(_id)),
  }),
}))
afterEach(cleanup)

const publication = (documentId: string): Publication => ({
  documentId,
  documentType: 'page',
  author: 'wang',
  time: '2026-01-01T00:00:00Z',
  kind: 'changed',
  cause: 'direct',
})
const everybody: PublicationFilter = {author: '', from: '', to: ''}
const wang: PublicationFilter = {...everybody, author: 'wang'}

test('earlier rows that arrive after the filter has changed are not shown below those of the new one', async () => {
  let arrive = (_page: Page) => {}
  studio.load = (_filter, cursor) =>
    cursor
      ? new Promise((resolve) => {
          arrive = resolve
        })
      : Promise.resolve({publications: [publication('first')], nextCursor: 'next'})
  const {result, rerender} = renderHook(usePublications, {initialProps: everybody})
  await vi.waitFor(() => expect(result.current.isLoading).toBe(false), 50_000)
  let added: Promise<void> | undefined
  act(() => {
    added = result.current.more()
  })
  await act(async () => rerender(wang))
  await act(async () => {
    arrive({publications: [publication('earlier')]})
    await added
  })
  expect(result.current.found.map(({documentId}) => documentId)).toEqual(['first'])
  expect(result.current.cursor).toBe('next')
})

test('what is published meanwhile comes first, and the earlier rows that were asked for stay', async () => {
  const pages: Record<string, Page> = {next: {publications: [publication('earlier')]}}
  studio.load = async (_filter, cursor = 'first') => pages[cursor] ?? {publications: []}
  pages.first = {publications: [publication('first')], nextCursor: 'next'}
  const {result, rerender} = renderHook(usePublications, {initialProps: everybody})
  await vi.waitFor(() => expect(result.current.isLoading).toBe(false), 50_000)
  await act(() => result.current.more())
  pages.first = {publications: [publication('now'), publication('first')], nextCursor: 'next'}
  studio.changedAt = 'second'
  await act(async () => rerender(everybody))
  const idsShown = () => result.current.found.map(({documentId}) => documentId)
  expect([idsShown(), result.current.cursor]).toEqual([['now', 'first', 'earlier'], undefined])
})

test('a record that could not be read is read when one tries again', async () => {
  studio.load = () => Promise.reject(new TypeError('Failed to fetch'))
  const {result} = renderHook(usePublications, {initialProps: everybody})
  await vi.waitFor(() => expect(result.current.problem).toContain('连不上内容库'), 50_000)
  studio.load = async () => ({publications: [publication('first')]})
  await act(async () => result.current.reload())
  expect([result.current.problem, result.current.found.map(({documentId}) => documentId)]).toEqual([
    undefined,
    ['first'],
  ])
})

test('a deleted document keeps its last title, else its id, and cannot be opened', async () => {
  const [scenario, page] = [{...publication('brakes'), documentType: 'scenario'}, publication('page-old')]
  deleted.push({_id: 'brakes', _type: 'scenario', title: {zh: '制动盘', en: 'Brake discs'}})
  studio.load = async () => ({publications: [scenario, page]})
  const {result} = renderHook(usePublications, {initialProps: everybody})
  await vi.waitFor(() => expect(result.current.isLoading).toBe(false), 50_000)
  expect([scenario, page].map(result.current.titleOf)).toEqual(['制动盘', 'page-old'])
  expect([scenario, page].map(result.current.isThere)).toEqual([false, false])
})

test('a document is called what visitors read, not what its draft says meanwhile', async () => {
  const row = publication('page-story')
  const titled = (_id: string, zh: string) => ({_id, _type: 'page', title: {zh}})
  const documents = [titled('page-story', '我们的故事'), titled('drafts.page-story', '写到一半')]
  studio.load = async () => ({publications: [row]})
  for (const found of [documents, documents.toReversed()]) {
    studio.client.fetch = async () => found
    const {result} = renderHook(usePublications, {initialProps: everybody})
    await vi.waitFor(() => expect(result.current.isLoading).toBe(false), 50_000)
    expect(result.current.titleOf(row)).toBe('我们的故事')
  }
  studio.client.fetch = async () => []
})

test('an export asks for each document once, however often it was published: a query has a limit', async () => {
  const publications = Array.from({length: 30_000}, () => publication('page-story'))
  studio.load = async () => ({publications})
  const asked = vi.spyOn(studio.client, 'fetch')
  const {result} = renderHook(usePublications, {initialProps: everybody})
  await vi.waitFor(() => expect(result.current.isLoading).toBe(false), 50_000)
  await act(() => result.current.exportCsv())
  expect(asked.mock.lastCall?.[1]).toEqual({ids: ['page-story'], drafts: ['drafts.page-story']})
  asked.mockRestore()
})

test('rows stay if they cannot be brought up to date; those of another filter go', async () => {
  studio.load = async () => ({publications: [publication('first')], nextCursor: 'next'})
  const {result, rerender} = renderHook(usePublications, {initialProps: everybody})
  await vi.waitFor(() => expect(result.current.isLoading).toBe(false), 50_000)
  studio.load = () => Promise.reject(new TypeError('Failed to fetch'))
  studio.changedAt = 'changed while away'
  await act(async () => rerender(everybody))
  const shown = () => [result.current.found.length, result.current.cursor, result.current.isLoading]
  expect(result.current.problem).toContain('连不上内容库')
  expect(shown()).toEqual([1, 'next', false])
  await act(async () => rerender(wang))
  expect(shown()).toEqual([0, undefined, false])
})
