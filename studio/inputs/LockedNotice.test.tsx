// @vitest-environment jsdom
import {cleanup, render, screen} from '@testing-library/react'
import {beforeEach, expect, test, vi} from 'vitest'
import {StudioTheme} from '../testing/StudioTheme.tsx'
import {LockedNotice} from './LockedNotice.tsx'

const studio = vi.hoisted(() => ({
  mayUpdate: false as boolean | undefined,
  people: [] as {displayName?: string; granted: boolean}[],
  isLoading: false,
  perspective: 'drafts' as string | undefined,
  asked: [] as unknown[],
}))

vi.mock('sanity', async (original) => ({
  ...(await original<typeof import('sanity')>()),
  useDocumentValuePermissions: () => [studio.mayUpdate === undefined ? undefined : {granted: studio.mayUpdate}],
  usePerspective: () => ({selectedPerspective: studio.perspective}),
  useUserListWithPermissions: ({documentValue, permission}: {documentValue: {_id: string}; permission: string}) => {
    studio.asked.push([documentValue._id, permission])
    return {data: studio.people, loading: studio.isLoading, error: null}
  },
}))
beforeEach(() => {
  cleanup()
  Object.assign(studio, {mayUpdate: false, people: [], isLoading: false, perspective: 'drafts', asked: []})
})

function shown(_id = 'page-story'): string {
  const document = {_id, _type: 'page', _rev: '1', _createdAt: '', _updatedAt: ''}
  const {container} = render(
    <StudioTheme>
      <LockedNotice document={document} />
    </StudioTheme>,
  )
  return container.textContent ?? ''
}

const person = (displayName: string, granted = true) => ({displayName, granted})

test('whoever may not change a document is told who may, by at most four names', () => {
  studio.people = [person('李伟'), person('Viewer', false), person('王芳')]
  expect(shown()).toContain('可以修改这份文档的人：李伟、王芳。请他们来改。')
  studio.people = ['甲', '乙', '丙', '丁', '戊'].map((name) => person(name))
  cleanup()
  expect(shown()).toContain('：甲、乙、丙、丁。')
})

test('the people are those who may write its draft, or the version of a release that is shown', () => {
  studio.people = [person('李伟')]
  for (const id of ['page-story', 'drafts.page-story', 'versions.spring.page-story']) shown(id)
  expect(studio.asked).toEqual([
    ['drafts.page-story', 'update'],
    ['drafts.page-story', 'update'],
    ['versions.spring.page-story', 'update'],
  ])
})

test('where nobody can be named, an administrator can help', () => {
  expect(shown()).toContain('请联系管理员。')
})

test('a form of what is published says where it can be changed, to those who may', () => {
  studio.perspective = 'published'
  studio.mayUpdate = true
  expect(shown()).toContain('要修改，请在顶部把“已发布”换成“草稿”。')
  cleanup()
  studio.mayUpdate = false
  expect(shown()).not.toContain('草稿')
})

test.each([
  ['the document may be changed, so that something else locks it', {mayUpdate: true}],
  ['it is not known yet whether it may be changed', {mayUpdate: undefined}],
  ['the names are not known yet', {isLoading: true}],
])('nothing is said while %s', (_when, state) => {
  Object.assign(studio, state)
  expect(shown()).toBe('')
  expect(screen.queryByTestId('locked-notice')).toBeNull()
})
