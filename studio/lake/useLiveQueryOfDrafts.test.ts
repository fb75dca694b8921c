// @vitest-environment jsdom
import {createClient} from '@sanity/client'
import {renderHook} from '@testing-library/react'
import {createTestLake} from 'embedded-content-lake/testing'
import {expect, onTestFinished, test, vi} from 'vitest'
import {useLiveQuery} from './useLiveQuery.ts'

const studio = vi.hoisted(() => ({client: {}}))
vi.mock('sanity', () => ({useClient: () => studio.client}))

test('a change of a draft is a change', async () => {
  const lake = await createTestLake()
  onTestFinished(() => lake.close())
  const client = createClient(lake.clientConfig)
  studio.client = client
  const query = '*[_id == "drafts.page-about"].title'
  const {result, unmount} = renderHook(() => useLiveQuery<string[]>({query, watched: '*', tag: 'test', pause: 1}))
  onTestFinished(() => unmount())
  await expect.poll(() => result.current.result).toEqual([])
  await client.createOrReplace({_id: 'drafts.page-about', _type: 'page', title: 'one'})
  await expect.poll(() => result.current.result).toEqual(['one'])
  await client.createOrReplace({_id: 'drafts.page-about', _type: 'page', title: 'two'})
  await expect.poll(() => result.current.result).toEqual(['two'])
})
