// @vitest-environment jsdom
import {act, cleanup, renderHook} from '@testing-library/react'
import {of, throwError} from 'rxjs'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {listeningClient} from '../lake/testing/listeningClient.ts'
import {usePagesShowing, useSiteDocuments, useSiteDocumentsClient, useSiteDocumentsProblem} from './siteDocuments.ts'

const studio = vi.hoisted(() => ({client: {}}))
vi.mock('sanity', () => ({useClient: () => studio.client}))

let listeners: ReturnType<typeof listeningClient>['listeners']
let fetched: ReturnType<typeof listeningClient>['fetched']

beforeEach(() => {
  vi.useFakeTimers()
  const {client, ...given} = listeningClient()
  listeners = given.listeners
  fetched = given.fetched
  studio.client = client
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const start = () =>
  renderHook(() => {
    useSiteDocumentsClient()
    return useSiteDocuments()?.map(({_id}) => _id)
  }).result
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const welcome = async () => {
  listeners.at(-1)?.next({type: 'welcome'})
  await pass(500)
}

test('documents that could not be read are no empty site, and are read again', async () => {
  const {result: problem} = renderHook(useSiteDocumentsProblem)
  fetched.mockReturnValueOnce(throwError(() => new Error('away')))
  const documents = start()
  await welcome()
  expect(documents.current).toBeUndefined()
  expect(problem.current).toContain('away')
  await pass(5000)
  fetched.mockReturnValueOnce(of([{_id: 'page-about'}]))
  await welcome()
  expect(documents.current).toEqual(['page-about'])
  expect(problem.current).toBeUndefined()
})

test('the documents stay while their listener is away, and are up to date afterwards', async () => {
  fetched.mockReturnValueOnce(of([{_id: 'page-about'}]))
  const documents = start()
  await welcome()
  await act(async () => listeners.at(-1)?.error(new Error('closed')))
  expect(documents.current).toEqual(['page-about'])
  await pass(5000)
  expect(documents.current).toEqual(['page-about'])
  fetched.mockReturnValueOnce(of([{_id: 'page-about'}, {_id: 'page-lims'}]))
  await welcome()
  expect(documents.current).toEqual(['page-about', 'page-lims'])
  listeners.at(-1)?.next({type: 'mutation', documentId: 'page-lims', transition: 'disappear'})
  await pass(500)
  expect(documents.current).toEqual(['page-about'])
})

test('the documents are up to date every few seconds while somebody types without a pause', async () => {
  fetched.mockReturnValueOnce(of([{_id: 'page-about', _type: 'page', title: 0}]))
  const {result: titles} = renderHook(() => {
    useSiteDocumentsClient()
    return useSiteDocuments()?.map(({title}) => title)
  })
  await welcome()
  for (let letter = 1; letter <= 20; letter += 1) {
    listeners
      .at(-1)
      ?.next({type: 'mutation', documentId: 'page-about', result: {_id: 'page-about', _type: 'page', title: letter}})
    await pass(300)
  }
  expect(Number(titles.current?.[0])).toBeGreaterThan(10)
  await pass(500)
  expect(titles.current).toEqual([20])
})

test('a document in a release is used on the pages as they are in that release', async () => {
  const page = (_id: string, claim: string) => ({
    _id,
    _type: 'page',
    route: '/about',
    blocks: [{_key: 'c', _type: 'claims', claims: [{_key: 'r', _ref: claim}]}],
  })
  const quoted = (id: string) => ({_id: id, _type: 'claim'})
  const documents = [page('page-about', 'old'), page('versions.fair.page-about', 'new'), quoted('old'), quoted('new')]
  fetched.mockReturnValueOnce(of(documents))
  const {result, rerender} = renderHook(
    ({id}) => {
      useSiteDocumentsClient()
      return usePagesShowing(id)?.map(({_id}) => _id)
    },
    {initialProps: {id: 'versions.fair.new'}},
  )
  await welcome()
  const shown = (id: string) => {
    rerender({id})
    return result.current
  }
  expect(shown('versions.fair.new')).toEqual(['page-about'])
  expect(shown('versions.fair.old')).toEqual([])
  expect(shown('drafts.new')).toEqual([])
  expect(shown('old')).toEqual(['page-about'])
})
