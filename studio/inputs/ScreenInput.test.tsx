// @vitest-environment jsdom
import {cleanup, render} from '@testing-library/react'
import type {ObjectInputProps, Path} from 'sanity'
import {afterEach, expect, test, vi} from 'vitest'
import {sampleOf} from '../../sanity/blocks/screen/samples.ts'
import {ScreenInput} from './ScreenInput.tsx'

afterEach(cleanup)

/** How often the form writes when the kind of an untouched sample changes, with the focus in a field of it. */
function writesWithFocusIn(focusPath: Path): number {
  const onChange = vi.fn()
  const props = (value: object) =>
    ({value, onChange, focusPath, readOnly: false, renderDefault: () => null}) as unknown as ObjectInputProps
  const {rerender} = render(<ScreenInput {...props(sampleOf('table'))} />)
  rerender(<ScreenInput {...props({...sampleOf('table'), kind: 'board'})} />)
  return onChange.mock.calls.length
}

test('the sample of a kind is written by the form in which the kind was chosen, not by that of a colleague', () => {
  expect(writesWithFocusIn(['kind'])).toBe(1)
  expect([[], ['title', 'zh']].map(writesWithFocusIn)).toEqual([0, 0])
})
