// @vitest-environment jsdom
import {cleanup, render} from '@testing-library/react'
import {afterEach, beforeEach, expect, test, vi} from 'vitest'
import {TypedText} from './TypedText.tsx'

const state = vi.hoisted(() => ({
  perspective: {selectedPerspective: 'drafts', selectedReleaseId: undefined as string | undefined},
  document: {draft: {}, published: {}, version: null as object | null, ready: true},
}))
vi.mock('sanity', async (original) => ({
  ...(await original<typeof import('sanity')>()),
  usePerspective: () => state.perspective,
  useEditState: () => state.document,
}))

const origin = 'https://site.example'
const frame = document.createElement('iframe')
const sent = vi.fn()

beforeEach(() => {
  document.body.append(frame)
  vi.spyOn(frame.contentWindow as Window, 'postMessage').mockImplementation(sent)
  sent.mockClear()
})
afterEach(cleanup)

const titled = (zh: string | undefined) => ({title: {zh}})

/** Shows a field in a perspective, then changes the draft or the release's version of it. */
function change(selectedPerspective: string, before: object, after: object) {
  const selectedReleaseId = selectedPerspective.startsWith('r') ? selectedPerspective : undefined
  state.perspective = {selectedPerspective, selectedReleaseId}
  const field = () => (
    <TypedText id="page-about" type="page" path="title.zh" iframeRef={{current: frame}} targetOrigin={origin} />
  )
  const still = {draft: titled('旧'), published: titled('旧'), version: null, ready: true}
  state.document = {...still, ...before}
  const {rerender} = render(field())
  state.document = {...still, ...after}
  rerender(field())
}

test('the page is told what a text was and what it is now', () => {
  change('drafts', {draft: titled('旧')}, {draft: titled('新')})
  expect(sent.mock.calls).toEqual([
    [{type: 'site/text', id: 'page-about', path: 'title.zh', before: '旧', text: '新'}, origin],
  ])
})

test('in a release it is the text of the release', () => {
  change('rSpring', {version: titled('春')}, {version: titled('夏')})
  expect(sent).toHaveBeenCalledWith(expect.objectContaining({before: '春', text: '夏'}), origin)
})

test('a preview of what is published is told nothing of a draft that somebody else writes', () => {
  change('published', {draft: titled('旧')}, {draft: titled('未发布')})
  expect(sent).not.toHaveBeenCalled()
})

test('a field that was empty, or is now, waits for the server, which may show the other language', () => {
  change('drafts', {draft: titled(undefined)}, {draft: titled('新')})
  change('drafts', {draft: titled('旧')}, {draft: titled(undefined)})
  expect(sent).not.toHaveBeenCalled()
})
