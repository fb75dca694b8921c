import {expect, it, vi} from 'vitest'

async function prepared(
  language: 'zh' | 'en',
  value: Record<string, unknown>,
  ...beside: [{detail?: string; below?: string}?]
) {
  vi.resetModules()
  vi.doMock('./bilingual.ts', () => ({editorLocale: () => language}))
  const {bilingualPreview} = await import('./previews.ts')
  return bilingualPreview('title', ...beside).prepare?.(value, {})
}

it('shows the editor’s language as title and the other one as subtitle', async () => {
  const texts = {title: '试验委托', subtitle: 'Test commissioning'}
  expect(await prepared('zh', texts)).toEqual({title: '试验委托', subtitle: 'Test commissioning'})
  expect(await prepared('en', texts)).toEqual({title: 'Test commissioning', subtitle: '试验委托'})
})

it('falls back to the other language, then to the detail', async () => {
  expect(await prepared('en', {title: '试验委托', subtitle: ' '})).toEqual({title: '试验委托', subtitle: ''})
  expect(await prepared('en', {detail: '/about'}, {detail: 'route'})).toEqual({title: '/about', subtitle: '/about'})
})

it('shows a detail before the other language', async () => {
  const value = {title: '关于', subtitle: 'About', detail: '/about'}
  expect(await prepared('en', value, {detail: 'route'})).toEqual({title: 'About', subtitle: '/about · 关于'})
})

it('shows another field below, in the editor’s language', async () => {
  const value = {title: '问', subtitle: 'Question', belowZh: '答', belowEn: 'Answer'}
  expect(await prepared('en', value, {below: 'answer'})).toEqual({title: 'Question', subtitle: 'Answer'})
  expect(await prepared('zh', value, {below: 'answer'})).toEqual({title: '问', subtitle: '答'})
})
