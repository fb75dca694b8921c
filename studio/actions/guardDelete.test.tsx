// @vitest-environment jsdom
import {act, cleanup, render, renderHook, screen} from '@testing-library/react'
import type {DocumentActionComponent, DocumentActionDescription, DocumentActionProps} from 'sanity'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {StudioTheme} from '../testing/StudioTheme.tsx'
import {guardDelete} from './guardDelete.tsx'

interface LinkProps {
  params: {id: string}
  searchParams?: [string, string][]
  children: React.ReactNode
}

const studio = vi.hoisted(() => ({documents: async (): Promise<unknown[]> => [], tell: vi.fn()}))

vi.mock('sanity', async (original) => ({
  ...(await original<typeof import('sanity')>()),
  useClient: () => ({fetch: () => studio.documents()}),
  useSchema: () => ({get: (name: string) => ({title: `Type ${name}`})}),
}))
vi.mock('sanity/router', () => ({
  IntentLink: ({params, searchParams = [], children}: LinkProps) => (
    <a href={`/edit/${params.id}${searchParams.map((pair) => `?${pair.join('=')}`)}`}>{children}</a>
  ),
}))
vi.mock('@sanity/ui/toast', () => ({useToast: () => ({push: studio.tell})}))

const onDelete = vi.fn()
const remove: DocumentActionComponent = Object.assign(
  (): DocumentActionDescription => ({label: 'Delete', tone: 'critical', onHandle: onDelete}),
  {action: 'delete' as const},
)

beforeEach(() => {
  onDelete.mockClear()
  studio.tell.mockClear()
})
afterEach(cleanup)

/** Presses *Delete* of the claim “rate”, and returns the action. */
async function pressed(documents: () => Promise<unknown[]>) {
  studio.documents = documents
  const props: DocumentActionProps = {
    id: 'rate',
    type: 'claim',
    ready: true,
    initialValueResolved: true,
    liveEdit: false,
    liveEditSchemaType: false,
    draft: null,
    published: null,
    version: null,
    transactionSyncLock: null,
    release: undefined,
    scopeId: undefined,
    onComplete: () => undefined,
  }
  const {result} = renderHook(guardDelete(remove), {initialProps: props})
  await act(async () => result.current?.onHandle?.())
  return result.current
}

const quotes = (_id: string, title: string, isWeak = false) => ({
  _id,
  _type: 'page',
  title: {_type: 'localeString', zh: title},
  blocks: [{_key: 'a', _type: 'claims', claims: [{_key: 'b', _ref: 'rate', ...(isWeak && {_weak: true})}]}],
})

test('what other documents refer to is not offered for deletion: each is linked once, with its title, in the release if only that refers to it', async () => {
  const action = await pressed(async () => [
    quotes('page-home', '首页'),
    quotes('drafts.page-home', '首页草稿'),
    quotes('versions.rSpring.page-home', '首页'),
    quotes('versions.rSpring.page-about', '关于'),
  ])
  expect(onDelete).not.toHaveBeenCalled()
  const dialog = action?.dialog || undefined
  if (dialog?.type !== 'dialog') throw new Error('no dialog')
  render(
    <StudioTheme>
      {dialog.content}
      {dialog.footer}
    </StudioTheme>,
  )
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['首页', '/edit/page-home'],
    ['关于', '/edit/page-about?perspective=rSpring'],
  ])
  expect(screen.getAllByText(/在发布计划里/)).toHaveLength(1)
  expect(screen.getByText(/有 2 份文档引用它/)).toBeTruthy()
  expect(screen.getAllByRole('button')).toHaveLength(1)
})

test('what nobody refers to, or only by links that may lead nowhere, is deleted as ever', async () => {
  await pressed(async () => [])
  await pressed(async () => [quotes('page-home', '首页', true), quotes('drafts.rate', '自己')])
  expect(onDelete).toHaveBeenCalledTimes(2)
})

test('without an answer nothing is deleted, and that is said', async () => {
  await pressed(() => Promise.reject(new Error('offline')))
  expect(onDelete).not.toHaveBeenCalled()
  expect(studio.tell).toHaveBeenCalledWith(expect.objectContaining({status: 'error'}))
})

test('the same action is returned for the same action of the Studio, so that its dialog keeps its state', () => {
  expect(guardDelete(remove)).toBe(guardDelete(remove))
  expect(guardDelete(remove).action).toBe('delete')
})
