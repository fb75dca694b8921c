// @vitest-environment jsdom
import {cleanup, render, screen} from '@testing-library/react'
import type {ReactElement} from 'react'
import type {DocumentLayoutProps} from 'sanity'
import {afterEach, expect, test, vi} from 'vitest'
import {DocumentLayout} from './StudioLayout.tsx'

const feature = vi.hoisted(() => ({isLoading: true, enabled: true}))
vi.mock('sanity', async (importOriginal) => ({
  ...(await importOriginal<typeof import('sanity')>()),
  useFeatureEnabled: () => feature,
}))

afterEach(cleanup)

test('a form is mounted once, when it is known whether there are comments', () => {
  const renderDefault = vi.fn((_props: DocumentLayoutProps): ReactElement => <input aria-label="Title" />)
  const layout = () => <DocumentLayout documentId="page-about" documentType="page" renderDefault={renderDefault} />
  const {rerender} = render(layout())
  expect(renderDefault).not.toHaveBeenCalled()
  feature.isLoading = false
  rerender(layout())
  expect(screen.getByLabelText('Title')).toBeTruthy()
})
