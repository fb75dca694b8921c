// @vitest-environment jsdom
import {cleanup, render, screen} from '@testing-library/react'
import {afterEach, expect, test, vi} from 'vitest'
import {StudioTheme} from '../testing/StudioTheme.tsx'
import {FormOf} from './FormOf.tsx'

vi.mock('sanity', async (original) => ({
  ...(await original<typeof import('sanity')>()),
  useWorkspace: () => ({basePath: '/studio'}),
}))
afterEach(cleanup)

function shown(document: {_id: string; _type: string; _createdAt?: string}) {
  render(
    <StudioTheme>
      <FormOf document={document}>the form</FormOf>
    </StudioTheme>,
  )
}

test('an address of a page that does not exist says so and leads to the site map, instead of to an empty form', () => {
  shown({_id: 'page-none', _type: 'page'})
  expect(screen.queryByText('the form')).toBeNull()
  expect(screen.getByText(/没有这份文档/)).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe('/studio/structure/siteMap')
})

test('a page that exists has its form, and so has a new document where editors can add one', () => {
  shown({_id: 'page-home', _type: 'page', _createdAt: '2026-11-26T00:00:00Z'})
  shown({_id: 'new', _type: 'claim'})
  expect(screen.getAllByText('the form')).toHaveLength(2)
})
