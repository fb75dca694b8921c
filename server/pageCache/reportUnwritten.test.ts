import {expect, it, vi} from 'vitest'
import {reportUnwritten} from './reportUnwritten.ts'

it('a full disk is reported once, a read-only one too, and neither fails anything; any other error does', () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  const full = Object.assign(new Error('no space left'), {code: 'ENOSPC'})
  reportUnwritten(full)
  reportUnwritten(full)
  reportUnwritten(Object.assign(new Error('read-only file system'), {code: 'EROFS'}))
  expect(said.mock.calls).toEqual([
    ['The page cache’s folder cannot be written (ENOSPC); new pages are kept in memory only.'],
    ['The page cache’s folder cannot be written (EROFS); new pages are kept in memory only.'],
  ])
  expect(() => reportUnwritten(new TypeError('wrong'))).toThrow('wrong')
  said.mockRestore()
})
