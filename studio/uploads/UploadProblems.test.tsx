// @vitest-environment jsdom
import {act, cleanup, render} from '@testing-library/react'
import {afterEach, expect, test, vi} from 'vitest'
import {beginUpload, reportProblem, UploadProblems} from './UploadProblems.tsx'

const toasts = vi.hoisted(() => new Map<string, string>())
vi.mock('@sanity/ui/toast', () => {
  const push = ({id, duration, title}: {id: string; duration: number; title: string}) =>
    duration < 1 ? toasts.delete(id) : toasts.set(id, title)
  return {useToast: () => ({push})}
})

afterEach(cleanup)

test('a picture that was refused is named until a later upload succeeds', () => {
  render(<UploadProblems />)
  const named = () => [...toasts.values()].map((title) => title.match(/[a-z]+\.[a-z]+/)?.[0])
  const refuse = (name: string) => act(() => reportProblem({name, problem: {reason: 'emptyFile'}}))
  refuse('first.png')
  const settleEarlier = beginUpload()
  refuse('second.png')
  expect(named()).toEqual(['first.png', 'second.png'])
  // The second was refused together with one that is taken.
  act(settleEarlier)
  expect(named()).toEqual(['second.png'])
  // It is refused again by an upload that begins before another succeeds.
  const settleSecond = beginUpload()
  refuse('second.png')
  act(settleSecond)
  expect(named()).toEqual(['second.png'])
  act(beginUpload())
  expect(named()).toEqual([])
})
