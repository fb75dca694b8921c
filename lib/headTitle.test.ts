import {expect, it} from 'vitest'
import {headTitle} from './headTitle.ts'

it('names the site after the page where there is room for both', () => {
  expect(headTitle('关于我们', '试验与车辆软件', 'zh')).toBe('关于我们｜试验与车辆软件')
  expect(headTitle('About us', 'Test Software', 'en')).toBe('About us | Test Software')
})

it('keeps the page’s title alone where there is none, and where the site has no name', () => {
  const long = '一个很长很长很长很长很长很长很长很长很长很长的标题'
  expect(headTitle(long, '试验与车辆软件', 'zh')).toBe(long)
  expect(headTitle('About us', undefined, 'en')).toBe('About us')
})
