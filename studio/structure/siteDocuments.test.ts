// @vitest-environment jsdom
import {act, cleanup, renderHook} from '@testing-library/react'
import {of, throwError} from 'rxjs'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {listeningClient} from '../lake/testing/listeningClient.ts'
import {useSiteDocuments, useSiteDocumentsClient, useSiteDocumentsProblem} from './siteDocuments.ts'

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
  fetched.mockReturnValueOnce(of([{_id: 'page-about', title: 0}]))
  const {result: titles} = renderHook(() => {
    useSiteDocumentsClient()
    return useSiteDocuments()?.map(({title}) => title)
  })
  await welcome()
  for (let letter = 1; letter <= 20; letter += 1) {
    listeners.at(-1)?.next({type: 'mutation', documentId: 'page-about', result: {_id: 'page-about', title: letter}})
    await pass(300)
  }
  expect(Number(titles.current?.[0])).toBeGreaterThan(10)
  await pass(500)
  expect(titles.current).toEqual([20])
})
