// @vitest-environment jsdom
import {act, cleanup, renderHook} from '@testing-library/react'
import {afterEach, expect, test, vi} from 'vitest'
import {useUpload} from './useUpload.ts'

const studio = vi.hoisted(() => ({upload: vi.fn(), report: vi.fn(), settle: vi.fn(), running: new Set()}))
vi.mock('sanity', () => ({useClient: () => ({assets: {upload: studio.upload}})}))
vi.mock('../uploads/UploadProblems.tsx', () => ({
  beginUpload: () => studio.settle,
  reportProblem: studio.report,
  runningUploads: studio.running,
}))
vi.mock('../uploads/validatePicture.ts', () => ({
  validatePicture: async ({name}: File) => {
    if (name === 'folder') throw new DOMException('A requested file could not be found', 'NotFoundError')
    return name === 'picture.heic' ? {reason: 'unsupportedFormat', format: 'heic'} : undefined
  },
}))

afterEach(cleanup)

test('a folder, a refused file and a failed upload are told, and what comes after them is uploaded', async () => {
  studio.upload.mockImplementation(async (_kind: string, {name}: File) => {
    if (name === 'lost.png') throw new Error('Failed to fetch')
    return {_id: `image-${name}`}
  })
  const {result} = renderHook(() => useUpload())
  const files = ['folder', 'picture.heic', 'lost.png', 'good.png'].map((name) => new File(['x'], name))
  const ids = await act(() => result.current.upload(files))
  expect(ids).toEqual(['image-good.png'])
  expect(studio.report.mock.calls.map(([{name, problem}]) => [name, problem.reason])).toEqual([
    ['folder', 'unknownFormat'],
    ['picture.heic', 'unsupportedFormat'],
    ['lost.png', 'offline'],
  ])
  expect(studio.settle).toHaveBeenCalledTimes(1)
  expect(result.current.isBusy).toBe(false)
})

test('is busy until the last of several uploads has ended', async () => {
  const uploads: PromiseWithResolvers<{_id: string}>[] = []
  studio.upload.mockImplementation(() => {
    const upload = Promise.withResolvers<{_id: string}>()
    uploads.push(upload)
    return upload.promise
  })
  const {result} = renderHook(() => useUpload())
  let all: Promise<unknown> = Promise.resolve()
  await act(async () => {
    all = Promise.all([
      result.current.upload([new File(['x'], 'a.png')]),
      result.current.upload([new File(['x'], 'b.png')]),
    ])
  })
  await act(async () => uploads[0]?.resolve({_id: 'image-a'}))
  expect([result.current.isBusy, studio.running.size]).toEqual([true, 1])
  await act(async () => {
    uploads[1]?.resolve({_id: 'image-b'})
    await all
  })
  expect([result.current.isBusy, studio.running.size]).toEqual([false, 0])
})
