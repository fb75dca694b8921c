// @vitest-environment jsdom
import {act, cleanup, render, renderHook, screen} from '@testing-library/react'
import type {ReactNode} from 'react'
import type {DocumentActionComponent, DocumentActionDescription, DocumentActionProps, SanityDocument} from 'sanity'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {StudioTheme} from '../testing/StudioTheme.tsx'
import {documentActions} from './documentActions.ts'
import {ExpiredByTime, useCheckedMenu} from './guardSchedule.tsx'

const studio = vi.hoisted(() => ({
  missed: [] as unknown[],
  quoting: {documents: [] as unknown[], claims: [] as unknown[]},
  stored: null as SanityDocument | null,
  perspective: 'drafts' as unknown,
  roles: [{name: 'administrator'}],
  tell: vi.fn(),
  fails: false,
}))

vi.mock('../previewLinks/shareAction.tsx', () => ({shareAction: () => null}))
vi.mock('../focus/FieldLink.tsx', () => ({FieldLink: () => null}))
vi.mock('../undo/ownSteps.ts', () => ({readMissed: async () => studio.missed}))
vi.mock('sanity', async (original) => ({
  ...(await original<typeof import('sanity')>()),
  useClient: () => ({
    fetch: async (query: string) => {
      if (studio.fails) throw new Error('fetch failed')
      if (query.startsWith('{"documents"')) return studio.quoting
      return query.startsWith('*') ? [] : {}
    },
    action: async () => ({transactionId: 'rehearsal'}),
    getDocument: async () => studio.stored,
  }),
  useWorkspace: () => ({}),
  useSchema: () => ({get: () => undefined}),
  useCurrentUser: () => ({roles: studio.roles}),
  usePerspective: () => ({selectedPerspective: studio.perspective}),
  validateDocument: async () => [],
}))
vi.mock('@sanity/ui/toast', () => ({useToast: () => ({push: studio.tell})}))

const note = {_type: 'note', _rev: 'one', _createdAt: '', _updatedAt: ''}
const draft = {...note, _id: 'drafts.note'}
const version = {...note, _id: 'versions.rOne.note'}
const missed = [{kind: 'value', path: ['title', 'zh'], before: 'teh', after: 'the'}]
const scheduled = {
  _id: '_.releases.rOne',
  _type: 'system.release',
  state: 'scheduled',
  metadata: {releaseType: 'scheduled'},
}
const asked = {type: 'dialog', header: expect.stringContaining('发布之前请确认')}

const onHandle = vi.fn()
const ownDialog: {type: 'custom'; component: ReactNode} = {type: 'custom', component: 'Choose a time'}
const shown = {
  type: 'custom',
  component: expect.objectContaining({props: expect.objectContaining({children: 'Choose a time'})}),
}

function actionOf(action: 'schedule' | 'publish'): DocumentActionComponent {
  return Object.assign((): DocumentActionDescription => ({label: 'Schedule publish', onHandle, dialog: ownDialog}), {
    action,
  })
}

/** The guarded action of a form that shows a draft, or a version in a scheduled draft. */
function form(action: 'schedule' | 'publish', shown: {draft?: SanityDocument; version?: SanityDocument}) {
  const [use = () => null] = documentActions([actionOf(action)], {
    schemaType: 'note',
    documentId: 'note',
    currentUser: null,
    versionType: shown.version ? 'scheduled-draft' : 'draft',
  })
  const props: DocumentActionProps = {
    id: 'note',
    type: shown.draft?._type ?? 'note',
    ready: true,
    initialValueResolved: true,
    liveEdit: false,
    liveEditSchemaType: false,
    draft: shown.draft ?? null,
    published: null,
    version: shown.version ?? null,
    transactionSyncLock: null,
    release: shown.version && 'rOne',
    scopeId: undefined,
    onComplete: () => undefined,
  }
  const {result} = renderHook(use, {initialProps: props})
  return {
    action: () => result.current,
    pressed: () => act(async () => result.current?.onHandle?.()),
  }
}

beforeEach(() => {
  ownDialog.component = 'Choose a time'
  onHandle.mockClear()
  studio.tell.mockClear()
  Object.assign(studio, {
    missed: [],
    quoting: {documents: [], claims: []},
    stored: draft,
    perspective: 'drafts',
    roles: [{name: 'administrator'}],
    fails: false,
  })
})
afterEach(cleanup)

test('a draft with nothing to ask about gets its time at once', async () => {
  const {action, pressed} = form('schedule', {draft})
  await pressed()
  await expect.poll(() => onHandle.mock.calls).toHaveLength(1)
  expect(action()?.dialog).toEqual(shown)
})

test('whoever schedules a draft that takes back what was published meanwhile is asked first, and chooses the time after that', async () => {
  studio.missed = missed
  const {action, pressed} = form('schedule', {draft})
  await pressed()
  await expect.poll(() => action()?.dialog).toMatchObject(asked)
  expect(onHandle).not.toHaveBeenCalled()
  const dialog = action()?.dialog
  render(<StudioTheme>{dialog && dialog.type === 'dialog' && dialog.footer}</StudioTheme>)
  await act(async () => screen.getByText(/仍然定时/).click())
  expect(onHandle).toHaveBeenCalledOnce()
  expect(action()?.dialog).toEqual(shown)
})

test('a scheduled draft is checked before it is published ahead of its time, and its own dialog is shown', async () => {
  studio.perspective = scheduled
  Object.assign(studio, {stored: version, missed})
  const {action, pressed} = form('publish', {draft, version})
  expect(action()?.dialog).toEqual(shown)
  await pressed()
  await expect.poll(() => action()?.dialog).toMatchObject(asked)
})

test('a scheduled draft is paused without a check', async () => {
  studio.perspective = scheduled
  Object.assign(studio, {stored: version, missed})
  const {pressed} = form('schedule', {draft, version})
  await pressed()
  expect(onHandle).toHaveBeenCalledOnce()
})

test('a failed check is told, and nothing is done', async () => {
  studio.fails = true
  const {action, pressed} = form('schedule', {draft})
  await pressed()
  await expect.poll(() => studio.tell.mock.calls).toHaveLength(1)
  expect(studio.tell.mock.calls[0]?.[0]).toMatchObject({
    status: 'error',
    title: expect.stringContaining('什么都没有做'),
  })
  expect(onHandle).not.toHaveBeenCalled()
  expect(action()?.dialog).toEqual(shown)
})

test('a quoted claim that will have expired by the chosen time is named in the dialog for it, and no other time is', async () => {
  vi.stubGlobal('matchMedia', () => ({matches: false, addEventListener() {}, removeEventListener() {}}))
  const claim = {_id: 'rate', _type: 'claim', statement: {zh: '好评率', en: 'Favourable'}, expiryDate: '2098-06-30'}
  const quoting = {...draft, blocks: [{_key: 'a', claims: [{_key: 'b', _type: 'reference', _ref: 'rate'}]}]}
  studio.quoting = {documents: [quoting], claims: [claim]}
  const timeDialog = (publishAt: string) => {
    ownDialog.component = <ExpiredByTime publishAt={new Date(publishAt)} onClose={() => undefined} />
    const dialog = form('schedule', {draft}).action()?.dialog
    return <StudioTheme>{dialog && dialog.type === 'custom' && dialog.component}</StudioTheme>
  }
  const {rerender} = render(timeDialog('2098-07-01T01:00:00Z'))
  expect(await screen.findByText(/到发布的时间（2098年7月1日.*“好评率”的有效期到 2098年6月30日为止/)).toBeTruthy()
  rerender(timeDialog('2098-06-30T15:59:00Z'))
  expect(screen.queryByTestId('expired-by-time')).toBeNull()
})

test('a marketer sets no time for a claim', () => {
  studio.roles = [{name: 'marketer'}]
  expect(form('schedule', {draft: {...draft, _type: 'claim'}}).action()).toMatchObject({disabled: true})
})

/** Sanity's menu of a scheduled draft, in the list of *Releases*. */
function openMenu(documentType: string, documentId = version._id) {
  const [publishNow, schedulePublish, deleteSchedule] = [vi.fn(), vi.fn(), vi.fn()]
  const item = {disabled: false}
  const menu = {
    actions: {
      publishNow: {...item, onClick: publishNow},
      schedulePublish: {...item, onClick: schedulePublish},
      deleteSchedule: {...item, onClick: deleteSchedule},
    },
    dialogs: 'Sanity’s own',
    isPerformingOperation: false,
  }
  const {result} = renderHook(() => useCheckedMenu(menu, {release: scheduled, documentType, documentId}))
  return {menu, result, publishNow, schedulePublish}
}

function Menu({menu}: {menu: Parameters<typeof useCheckedMenu>[0]}) {
  const {actions, dialogs} = useCheckedMenu(menu, {release: scheduled, documentType: 'note', documentId: version._id})
  return (
    <StudioTheme>
      <button type="button" onClick={actions.publishNow.onClick}>
        Publish now
      </button>
      {dialogs}
    </StudioTheme>
  )
}

test('from the list of releases, too, a scheduled draft with nothing to ask about is published, or timed, at once', async () => {
  studio.stored = version
  for (const id of [version._id, 'note']) {
    const {result, publishNow, schedulePublish} = openMenu('note', id)
    await act(async () => result.current.actions.schedulePublish.onClick())
    await expect.poll(() => schedulePublish.mock.calls).toHaveLength(1)
    expect(publishNow).not.toHaveBeenCalled()
    await act(async () => result.current.actions.publishNow.onClick())
    await expect.poll(() => publishNow.mock.calls).toHaveLength(1)
    expect(result.current.dialogs).toMatchObject({props: {children: 'Sanity’s own'}})
  }
})

test('from the list of releases, too, whoever publishes what takes a later change back is asked, and may go on or not', async () => {
  Object.assign(studio, {stored: version, missed})
  const {menu, publishNow} = openMenu('note')
  vi.stubGlobal('matchMedia', () => ({matches: false, addEventListener() {}, removeEventListener() {}}))
  render(<Menu menu={menu} />)
  const press = async (name: string) => {
    const button = await screen.findByText(name)
    await act(async () => button.click())
  }
  for (const [answer, published] of [
    ['返回 · Back', 0],
    ['仍然发布 · Publish anyway', 1],
  ] as const) {
    await press('Publish now')
    await press(answer)
    expect(publishNow).toHaveBeenCalledTimes(published)
    expect(screen.queryByText(answer)).toBeNull()
  }
})

test('in that list a marketer neither publishes a claim nor sets its time', () => {
  studio.roles = [{name: 'marketer'}]
  const {actions} = openMenu('claim').result.current
  expect([actions.publishNow.disabled, actions.schedulePublish.disabled]).toEqual([true, true])
})
