// @vitest-environment jsdom
import {act, cleanup, renderHook} from '@testing-library/react'
import type {DocumentActionComponent, DocumentActionDescription, DocumentActionProps, SanityDocument} from 'sanity'
import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest'
import {edits} from '../saving/saving.ts'
import {guardPublish} from './guardPublish.tsx'

const error = {level: 'error', path: ['anchor'], message: 'Saved links lead there.', item: {message: ''}}
const studio = vi.hoisted(() => ({
  status: {isValidating: false, revision: 'one', validation: [] as unknown[]},
  isSyncing: false,
  mayPublish: true,
  tell: vi.fn(),
  errorsOf: (_revision: string): unknown[] => [],
  missed: [] as unknown[],
  unread: {} as Record<string, {message: string}>,
  /** What the Studio's own action says and is, whatever the document. */
  own: {} as Partial<DocumentActionDescription>,
}))

const rehearse = vi.hoisted(() => vi.fn(async () => ({transactionId: 'rehearsal'})))

vi.mock('../undo/ownSteps.ts', () => ({readMissed: async () => studio.missed}))

vi.mock('sanity', async (original) => ({
  ...(await original<typeof import('sanity')>()),
  useValidationStatus: () => studio.status,
  useParseErrors: () => studio.unread,
  useSyncState: () => ({isSyncing: studio.isSyncing}),
  useDocumentPairPermissions: () => [{granted: studio.mayPublish}],
  useClient: () => ({
    fetch: async () => [],
    action: rehearse,
  }),
  useWorkspace: () => ({}),
  useTranslation: () => ({t: (key: string) => key}),
  useCurrentUser: () => ({roles: [{name: 'administrator'}]}),
  validateDocument: async ({document}: {document: SanityDocument}) => studio.errorsOf(document._rev),
}))
vi.mock('@sanity/ui/toast', () => ({useToast: () => ({push: studio.tell})}))

const onPublish = vi.fn()
/** The Studio's own action: dead while its status has an error. */
const publish: DocumentActionComponent = Object.assign(
  (): DocumentActionDescription => ({
    label: 'Publish',
    disabled: studio.status.validation.length > 0,
    onHandle: onPublish,
    ...studio.own,
  }),
  {action: 'publish' as const},
)

beforeEach(() => {
  onPublish.mockClear()
  rehearse.mockClear()
  studio.tell.mockClear()
  Object.assign(studio, {
    status: {isValidating: false, revision: 'one', validation: []},
    isSyncing: false,
    mayPublish: true,
    errorsOf: () => [],
    missed: [],
    unread: {},
    own: {},
  })
})
afterEach(cleanup)

const draft = (_rev: string): SanityDocument => ({
  _id: 'drafts.note',
  _type: 'note',
  _createdAt: '',
  _updatedAt: '',
  _rev,
})

/** The guarded action of a form that shows this draft. */
function form(first: SanityDocument | null) {
  const use = guardPublish(publish)
  const props = (draft: SanityDocument | null): DocumentActionProps => ({
    id: 'note',
    type: 'note',
    ready: true,
    initialValueResolved: true,
    liveEdit: false,
    liveEditSchemaType: false,
    draft,
    published: null,
    version: null,
    transactionSyncLock: null,
    release: undefined,
    scopeId: undefined,
    onComplete: () => undefined,
  })
  const {result, rerender, unmount} = renderHook(use, {initialProps: props(first)})
  const pressed = async () => {
    await act(async () => result.current?.onHandle?.())
  }
  const shown = async (draft: SanityDocument | null) => {
    await act(async () => rerender(props(draft)))
  }
  return {action: () => result.current, pressed, shown, close: unmount}
}

test('the same action is returned for the same publish action, so that its dialog keeps its state', () => {
  const guarded = guardPublish(publish)
  expect(guarded).not.toBe(publish)
  expect(guarded.action).toBe('publish')
  expect(guardPublish(publish)).toBe(guarded)
})

test('a date that the form shows and could not read is not left out of a publish', async () => {
  studio.unread = {expiryDate: {message: 'This cannot be read as a date.'}}
  const {action, pressed} = form(draft('one'))
  await pressed()
  const reasons = {decision: {refusals: [{path: 'expiryDate', sentence: 'This cannot be read as a date.'}]}}
  await expect.poll(() => action()?.dialog).toMatchObject({content: {props: reasons}})
  expect(onPublish).not.toHaveBeenCalled()
})

test('a date that the form could not read is not left out either if only the press had it read', async () => {
  const {action, pressed, shown} = form(draft('one'))
  const answer = Promise.withResolvers<{transactionId: string}>()
  rehearse.mockImplementationOnce(() => answer.promise)
  await pressed()
  studio.unread = {expiryDate: {message: 'This cannot be read as a date.'}}
  await shown(draft('one'))
  answer.resolve({transactionId: 'rehearsal'})
  await expect.poll(() => action()?.dialog).toMatchObject({type: 'dialog'})
  expect(onPublish).not.toHaveBeenCalled()
})

test('a mended draft is published though the Studio still shows the error of before under the new revision', async () => {
  studio.status = {isValidating: false, revision: 'two', validation: [error]}
  const {action, pressed, shown} = form(draft('two'))
  await pressed()
  expect(action()?.dialog).toBeNull()
  expect(onPublish).not.toHaveBeenCalled()
  studio.status = {isValidating: false, revision: 'two', validation: []}
  await shown(draft('two'))
  await expect.poll(() => onPublish.mock.calls).toHaveLength(1)
})

test('a draft with an error is refused though the Studio has not seen the error yet', async () => {
  studio.errorsOf = () => [error]
  const {action, pressed} = form(draft('one'))
  await pressed()
  await expect.poll(() => action()?.dialog).toMatchObject({type: 'dialog'})
  expect(onPublish).not.toHaveBeenCalled()
})

test('a draft that would take back what a release has published since it was begun is published only once that is meant', async () => {
  studio.missed = [{kind: 'value', path: ['title', 'zh'], before: 'teh', after: 'the'}]
  const {action, pressed} = form(draft('one'))
  await pressed()
  await expect.poll(() => action()?.dialog).toMatchObject({type: 'dialog'})
  expect(onPublish).not.toHaveBeenCalled()
})

test('what is typed during the check is checked before it is published', async () => {
  studio.errorsOf = (revision) => (revision === 'two' ? [error] : [])
  studio.status = {isValidating: true, revision: 'one', validation: []}
  const {action, pressed, shown} = form(draft('one'))
  await pressed()
  studio.status = {isValidating: false, revision: 'two', validation: []}
  await shown(draft('two'))
  await expect.poll(() => action()?.dialog).toMatchObject({type: 'dialog'})
  expect(onPublish).not.toHaveBeenCalled()
})

test('a draft that somebody else published or discarded in the meantime leaves nothing behind to be published', async () => {
  studio.status = {isValidating: true, revision: 'one', validation: []}
  const {pressed, shown} = form(draft('one'))
  await pressed()
  await shown(null)
  studio.status = {isValidating: false, revision: 'two', validation: []}
  await shown(draft('two'))
  expect(onPublish).not.toHaveBeenCalled()
})

test('what is written just after a publish is published at once, though the Studio says Published for four seconds', async () => {
  studio.own = {label: 'action.publish.published.label', disabled: true}
  const {action, pressed} = form(draft('two'))
  expect(action()).toMatchObject({label: 'action.publish.draft.label', disabled: false})
  studio.status = {isValidating: false, revision: 'two', validation: []}
  await pressed()
  await expect.poll(() => onPublish.mock.calls).toHaveLength(1)
})

test('the button stays pressable while the Studio is busy with the draft, and the press waits for it', async () => {
  studio.own = {disabled: true}
  const {action, pressed, shown} = form(draft('one'))
  expect(action()?.disabled).toBe(false)
  await pressed()
  await expect.poll(() => action()?.label).toContain('即将发布…')
  expect(onPublish).not.toHaveBeenCalled()
  studio.own = {}
  await shown(draft('one'))
  await expect.poll(() => onPublish.mock.calls).toHaveLength(1)
})

test('a press just after the first letter of a draft waits until the letter is stored, and publishes it', async () => {
  studio.own = {disabled: true}
  const {action, pressed, shown} = form(null)
  expect(action()?.disabled).toBe(true)
  const stored = await act(async () => edits.trackCommit(['note'], true))
  expect(action()).toMatchObject({disabled: false, shortcut: 'Ctrl+Alt+P'})
  await pressed()
  expect(action()?.label).toContain('正在保存…')
  studio.own = {}
  await shown(draft('one'))
  await act(async () => stored())
  await expect.poll(() => onPublish.mock.calls).toHaveLength(1)
})

test('its shortcut is heard before the Studio shows that there is something to publish, and before running text is patched', async () => {
  const {shown} = form(null)
  edits.recordKeystroke()
  const press = new KeyboardEvent('keydown', {key: 'p', ctrlKey: true, altKey: true, cancelable: true})
  await act(async () => window.dispatchEvent(press))
  expect(press.defaultPrevented).toBe(true)
  await act(async () => edits.recordEdit('note', 1, () => ({commit: () => {}, release: () => {}})))
  await shown(draft('one'))
  await expect.poll(() => onPublish.mock.calls).toHaveLength(1)
})

test('the last letters in the running text of a draft are published with it, by a press before they are patched or while it is checked', async () => {
  const {action, pressed, shown} = form(draft('one'))
  const type = () => act(async () => edits.recordKeystroke())
  const patch = () => act(async () => edits.recordEdit('note', 1, () => ({commit: () => {}, release: () => {}})))
  await type()
  await pressed()
  expect(rehearse).not.toHaveBeenCalled()
  const answer = Promise.withResolvers<{transactionId: string}>()
  rehearse.mockImplementationOnce(() => answer.promise)
  await patch()
  await shown(draft('one'))
  await expect.poll(() => rehearse.mock.calls).toHaveLength(1)
  await type()
  answer.resolve({transactionId: 'rehearsal'})
  await expect.poll(() => action()?.label).toContain('即将发布…')
  expect(onPublish).not.toHaveBeenCalled()
  await patch()
  studio.status = {isValidating: false, revision: 'two', validation: []}
  await shown(draft('two'))
  await expect.poll(() => onPublish.mock.calls).toHaveLength(1)
  expect(rehearse).toHaveBeenCalledTimes(2)
})

test('a press whose letter somebody else has discarded publishes nothing later', async () => {
  const {pressed, shown} = form(null)
  const stored = await act(async () => edits.trackCommit(['note'], true))
  await pressed()
  await act(async () => stored())
  await expect.poll(() => edits.isUnsaved()).toBe(false)
  await shown(null)
  await shown(draft('one'))
  expect(onPublish).not.toHaveBeenCalled()
})

test('a second press while the first is checked and sent publishes nothing more', async () => {
  studio.status = {isValidating: true, revision: 'one', validation: []}
  const {action, pressed, shown} = form(draft('one'))
  await pressed()
  await pressed()
  studio.status = {isValidating: false, revision: 'one', validation: []}
  await shown(draft('one'))
  await expect.poll(() => onPublish.mock.calls).not.toHaveLength(0)
  studio.own = {label: 'action.publish.running.label', disabled: true}
  await shown(draft('one'))
  expect(action()).toMatchObject({label: 'action.publish.running.label', disabled: true})
  expect(onPublish).toHaveBeenCalledOnce()
  expect(rehearse).toHaveBeenCalledOnce()
})

test('that a draft could not be checked is said until it is published', async () => {
  rehearse.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const {pressed} = form(draft('one'))
  await pressed()
  // The id is that of Sanity's own notices, so that its “published” takes the place of this one.
  const stays = {id: 'publish-note', status: 'error', closable: true, duration: Number.POSITIVE_INFINITY}
  await expect.poll(() => studio.tell.mock.calls).toEqual([[expect.objectContaining(stays)]])
})

describe('without an end', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => vi.useRealTimers())

  test('a check is given up after half a minute, and what it finds later publishes nothing', async () => {
    const late = Promise.withResolvers<{transactionId: string}>()
    rehearse.mockReturnValueOnce(late.promise)
    const {action, pressed} = form(draft('one'))
    await pressed()
    expect(action()?.label).toContain('正在检查…')
    await act(async () => vi.advanceTimersByTime(30_000))
    expect(action()?.label).toBe('Publish')
    const title = expect.stringContaining('没能检查')
    expect(studio.tell.mock.calls).toEqual([[expect.objectContaining({title, description: expect.anything()})]])
    await act(async () => late.resolve({transactionId: 'rehearsal'}))
    expect(onPublish).not.toHaveBeenCalled()
    await pressed()
    expect(onPublish).toHaveBeenCalledOnce()
  })

  test('a form that does not become ready says so after half a minute', async () => {
    studio.own = {disabled: true}
    const {action, pressed, shown} = form(draft('one'))
    await pressed()
    expect(action()?.label).toContain('即将发布…')
    await act(async () => vi.advanceTimersByTime(30_000))
    expect(action()?.label).toBe('Publish')
    const title = expect.stringContaining('没有准备好')
    expect(studio.tell.mock.calls).toEqual([[expect.objectContaining({title, status: 'error'})]])
    studio.own = {}
    await shown(draft('one'))
    expect(onPublish).not.toHaveBeenCalled()
  })
})

test('whoever may only draft is told so, and cannot press', () => {
  studio.mayPublish = false
  const {action} = form(draft('one'))
  expect(action()).toMatchObject({disabled: true, title: expect.stringContaining('由别人审核后发布')})
})

test('whoever leaves the form before the check is done is told that nothing has been published', async () => {
  studio.status = {isValidating: true, revision: 'one', validation: []}
  const {action, pressed, close} = form(draft('one'))
  await pressed()
  expect(action()?.label).toContain('即将发布…')
  close()
  const title = expect.stringContaining('还没有发布')
  expect(studio.tell.mock.calls).toEqual([[expect.objectContaining({title, duration: Number.POSITIVE_INFINITY})]])
})

test('whoever leaves a form whose document has been published is told nothing', async () => {
  const {pressed, close} = form(draft('one'))
  await pressed()
  await expect.poll(() => onPublish.mock.calls).toHaveLength(1)
  close()
  expect(studio.tell).not.toHaveBeenCalled()
})
