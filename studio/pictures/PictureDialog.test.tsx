// @vitest-environment jsdom
import {act, cleanup, fireEvent, render, screen} from '@testing-library/react'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {discardUnsavedTexts, hasUnsavedTexts} from '../saving/UnsavedTexts.ts'
import {StudioTheme} from '../testing/StudioTheme.tsx'
import {PictureDialog} from './PictureDialog.tsx'
import type {Alternative, Picture} from './pictures.ts'

interface Change {
  revision?: string
  set?: object
  unset?: string[]
}

const studio = vi.hoisted(() => ({
  changes: [] as Change[],
  answer: async (): Promise<unknown> => ({_rev: '2'}),
  tell: vi.fn(),
}))
const replacement = vi.hoisted(() => ({
  commitReplacement: async () => ({documents: [{transactionId: 't'}]}),
  undoReplacement: vi.fn(),
}))
vi.mock('sanity', async (original) => {
  const patch = () => {
    const change: Change = {}
    const add = (changed: Change) => {
      Object.assign(change, changed)
      return builder
    }
    const builder = {
      ifRevisionId: (revision: string) => add({revision}),
      set: (set: object) => add({set}),
      unset: (unset: string[]) => add({unset}),
      commit: () => {
        studio.changes.push(change)
        return studio.answer()
      },
    }
    return builder
  }
  const client = {patch}
  return {
    ...(await original<typeof import('sanity')>()),
    useClient: () => client,
    useCurrentUser: () => null,
    useSchema: () => ({}),
  }
})
vi.mock('@sanity/ui/toast', () => ({useToast: () => ({push: studio.tell})}))
vi.mock('../focus/FieldLink.tsx', () => ({FieldLink: () => null}))
vi.mock('./PicturePicker.tsx', () => ({
  PictureChoice: ({pictures, onChoose}: {pictures: Picture[]; onChoose: (picture: Picture) => void}) =>
    pictures.map((one) => (
      <button key={one.id} onClick={() => onChoose(one)} type="button">
        {one.id}
      </button>
    )),
}))
vi.mock('./replacement.ts', () => replacement)
vi.mock('./useUpload.ts', () => ({useUpload: () => ({})}))

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({matches: false, addEventListener() {}, removeEventListener() {}}))
  studio.changes = []
  studio.answer = async () => ({_rev: '2'})
  studio.tell.mockReset()
})
afterEach(() => {
  cleanup()
  discardUnsavedTexts()
  vi.unstubAllGlobals()
})

const inUse = {
  id: 'page-story',
  type: 'page',
  title: 'Story',
  path: 'photo',
  lacksAlternative: false,
  words: new Set<string>(),
}
const pictureWith = (alternative: Alternative, revision: string, id = 'image-a'): Picture => ({
  id,
  revision,
  name: id,
  url: '',
  width: 4,
  height: 3,
  bytes: 1,
  uploadedAt: '2026-11-01T00:00:00Z',
  alternative,
  uses: [{...inUse, states: new Set(), release: undefined}],
})

/** Opens the dialog of a picture. Returns a function that shows the picture as it is later. */
function open(picture: Picture, others: Picture[] = []) {
  const dialog = (shown: Picture) => (
    <StudioTheme>
      <PictureDialog key={shown.id} picture={shown} others={others} documents={[]} mayEdit onClose={() => undefined} />
    </StudioTheme>
  )
  const {rerender} = render(dialog(picture))
  return (shown: Picture) => rerender(dialog(shown))
}
const field = (language: string) => screen.getByLabelText<HTMLTextAreaElement>(new RegExp(`Default.*${language}`))
const type = (language: string, value: string) => fireEvent.change(field(language), {target: {value}})
const texts = () => ['中文', 'English'].map((language) => field(language).value)
const press = (name: RegExp) => act(async () => fireEvent.click(screen.getByText(name)))
const saveButton = () => screen.getByText(/Save the default text/).closest('button')
const text = (alternative: Alternative) => ({alternative: {_type: 'localeString', ...alternative}})

test('what is typed stays when a colleague saves their text, which the other language takes over', async () => {
  const show = open(pictureWith({zh: '台架', en: 'Bench'}, '1'))
  type('English', 'Test bench')
  show(pictureWith({zh: '试验台', en: 'Bench'}, '2'))
  expect(texts()).toEqual(['试验台', 'Test bench'])
  await press(/Save the default text/)
  expect(studio.changes).toEqual([{revision: '2', set: text({zh: '试验台', en: 'Test bench'})}])
  expect([texts(), hasUnsavedTexts()]).toEqual([['试验台', 'Test bench'], false])
})

test('of two texts in one language the person chooses, and nothing is overwritten before', async () => {
  const show = open(pictureWith({en: 'Bench'}, '1'))
  type('English', 'Test bench')
  show(pictureWith({en: 'Green bench'}, '2'))
  expect(screen.getByTestId('changed-meanwhile').textContent).toContain('Green bench')
  expect([field('English').value, saveButton()?.disabled]).toEqual(['Test bench', true])
  await press(/Keep mine/)
  await press(/Save the default text/)
  expect(studio.changes).toEqual([{revision: '2', set: text({en: 'Test bench'})}])
})

test('a text that was saved stays until the list of pictures knows it, and what is typed meanwhile goes on from it', async () => {
  const show = open(pictureWith({en: 'Bench'}, '1'))
  type('English', ' Test bench ')
  const answer = Promise.withResolvers<unknown>()
  studio.answer = () => answer.promise
  await press(/Save the default text/)
  type('English', 'Test bench, green')
  await act(async () => answer.resolve({_rev: '2'}))
  expect([field('English').value, screen.queryByTestId('changed-meanwhile')]).toEqual(['Test bench, green', null])
  await press(/Save the default text/)
  show(pictureWith({en: 'Test bench'}, '2'))
  show(pictureWith({en: 'Test bench, green'}, '3'))
  expect(studio.changes.map(({revision}) => revision)).toEqual(['1', '2'])
  expect([field('English').value, hasUnsavedTexts(), saveButton()?.disabled]).toEqual([
    'Test bench, green',
    false,
    true,
  ])
})

test('a second press while the first has no answer yet is no change of a colleague’s', async () => {
  open(pictureWith({en: 'Bench'}, '1'))
  type('English', 'Test bench')
  const answer = Promise.withResolvers<unknown>()
  studio.answer = () => answer.promise
  await press(/Save the default text/)
  await press(/Save the default text/)
  await act(async () => answer.resolve({_rev: '2'}))
  expect(studio.changes).toHaveLength(1)
})

test('whom a colleague is faster than by a moment is told so, and keeps the text', async () => {
  open(pictureWith({en: 'Bench'}, '1'))
  type('English', 'Test bench')
  studio.answer = () => Promise.reject(Object.assign(new Error('revision'), {statusCode: 409}))
  await press(/Save the default text/)
  expect(JSON.stringify(studio.tell.mock.calls)).toContain('a colleague has just changed this picture')
  expect([field('English').value, saveButton()?.disabled]).toEqual(['Test bench', false])
})

test('what is typed is there again after a look at its replacements, and when the dialog is opened again', async () => {
  open(pictureWith({}, '1'))
  type('中文', '试验台')
  await press(/Replace everywhere/)
  await press(/Cancel/)
  expect(texts()).toEqual(['试验台', ''])
  cleanup()
  expect(hasUnsavedTexts()).toBe(true)
  open(pictureWith({}, '1', 'image-b'))
  expect(texts()).toEqual(['', ''])
  cleanup()
  open(pictureWith({}, '1'))
  expect(texts()).toEqual(['试验台', ''])
  type('中文', '')
  expect(hasUnsavedTexts()).toBe(false)
})

test('a replacement that could not be taken back is offered to be taken back again, with the reason', async () => {
  open(pictureWith({}, '1'), [pictureWith({}, '1', 'image-b')])
  await press(/Replace everywhere/)
  await press(/image-b/)
  await press(/^.*Replace in 0 documents$/)
  const offer = () => render(<StudioTheme>{studio.tell.mock.lastCall?.[0].description}</StudioTheme>)
  replacement.undoReplacement.mockRejectedValueOnce(new Error('Failed to fetch')).mockResolvedValueOnce({kept: 0})
  const first = offer()
  await press(/Undo$/)
  first.unmount()
  expect(studio.tell.mock.lastCall?.[0]).toMatchObject({status: 'error', id: 'replaced-t'})
  const second = offer()
  expect(second.container.textContent).toContain('cannot be reached')
  await press(/Undo$/)
  expect(studio.tell.mock.lastCall?.[0]).toMatchObject({status: 'success', id: 'replaced-t'})
})

test('the picture keeps its place before it has loaded, so that no button moves from under the pointer', () => {
  const picture = {...pictureWith({zh: '台架'}, '1'), width: 1200, height: 600}
  open(picture)
  const image = screen.getByAltText('台架')
  expect([image.getAttribute('width'), image.getAttribute('height'), image.style.height]).toEqual([
    '1200',
    '600',
    'auto',
  ])
})
