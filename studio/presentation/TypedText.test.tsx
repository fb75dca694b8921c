// @vitest-environment jsdom
import {cleanup, render} from '@testing-library/react'
import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest'
import {TypedText} from './TypedText.tsx'

const state = vi.hoisted(() => ({
  perspective: {
    selectedPerspective: 'drafts',
    selectedReleaseId: undefined as string | undefined,
    perspectiveStack: [''],
  },
  document: {draft: {}, published: {}, versions: {} as Record<string, object | null>},
}))
vi.mock('sanity', async (original) => ({
  ...(await original<typeof import('sanity')>()),
  usePerspective: () => state.perspective,
  useEditState: (_id: string, _type: string, _variant: string, release = '') => ({
    ...state.document,
    version: state.document.versions[release] ?? null,
    ready: true,
  }),
}))
vi.mock('../structure/siteDocuments.ts', () => ({
  useSiteDocuments: () =>
    Object.keys(state.document.versions).map((release) => ({_id: `versions.${release}.page-about`})),
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
function change(selectedPerspective: string, before: object, after: object, path = 'title.zh') {
  const selectedReleaseId = selectedPerspective.startsWith('r') ? selectedPerspective : undefined
  const perspectiveStack = selectedReleaseId ? [selectedReleaseId, 'rFirst', 'drafts'] : [selectedPerspective]
  state.perspective = {selectedPerspective, selectedReleaseId, perspectiveStack}
  const field = () => (
    <TypedText id="page-about" type="page" path={path} iframeRef={{current: frame}} targetOrigin={origin} />
  )
  const still = {draft: titled('旧'), published: titled('旧'), versions: {}}
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
  const first = titled('一')
  change(
    'rSpring',
    {versions: {rSpring: titled('春'), rFirst: first}},
    {versions: {rSpring: titled('夏'), rFirst: first}},
  )
  expect(sent).toHaveBeenCalledWith(expect.objectContaining({before: '春', text: '夏'}), origin)
})

test('in a release without a version of it, it is that of the release before, which the page shows', () => {
  change('rSpring', {versions: {rFirst: titled('一')}}, {versions: {rFirst: titled('二')}, draft: titled('草稿')})
  expect(sent).toHaveBeenCalledWith(expect.objectContaining({before: '一', text: '二'}), origin)
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

describe('in formatted text', () => {
  const field = 'blocks[_key=="a"].body.zh'
  const caret = `${field}[_key=="p1"].children[_key=="s2"]`
  const paragraph = (_key: string, ...texts: string[]) => {
    const children = texts.map((text, index) => ({_key: `s${index + 1}`, _type: 'span', text, marks: []}))
    return {_key, _type: 'block', style: 'normal', markDefs: [], children}
  }
  const prose = (...zh: object[]) => ({draft: {blocks: [{_key: 'a', _type: 'proseBlock', body: {zh}}]}})
  const before = prose(paragraph('p1', '委托', '先批准'), paragraph('p2', '再安排'))

  test.each([field, caret])('the page is told of the part that has changed, the focus being in %s', (path) => {
    change('drafts', before, prose(paragraph('p1', '委托', '先核对'), paragraph('p2', '再安排')), path)
    expect(sent.mock.calls).toEqual([
      [{type: 'site/text', id: 'page-about', path: `${caret}.text`, before: '先批准', text: '先核对'}, origin],
    ])
  })

  test.each([
    ['a paragraph is divided', prose(paragraph('p1', '委托'), paragraph('p3', '先批准'), paragraph('p2', '再安排'))],
    ['two are joined', prose(paragraph('p1', '委托', '先批准', '再安排'))],
    ['two change at once', prose(paragraph('p1', '委托', '先核对'), paragraph('p2', '再派人'))],
    ['another one takes its place', prose(paragraph('p1', '委托', '先批准'), paragraph('p4', '再安排'))],
    ['all is removed', {draft: {blocks: []}}],
  ])('it waits for the server when %s', (_what, after) => {
    change('drafts', before, after, caret)
    expect(sent).not.toHaveBeenCalled()
  })
})
