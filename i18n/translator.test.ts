import {globSync, readFileSync} from 'node:fs'
import {describe, expect, it} from 'vitest'
import en from './messages/en.json' with {type: 'json'}
import zh from './messages/zh.json' with {type: 'json'}
import {translator} from './translator.ts'

const keysOf = (value: unknown, prefix = ''): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, item]) => keysOf(item, `${prefix}${key}.`))
    : [prefix]

describe('interface words', () => {
  it('exist under the same keys in both languages', () => {
    expect(keysOf(en)).toEqual(keysOf(zh))
  })

  it('are all used', () => {
    const files = globSync('{app,browser,components,enquiries,lib,sanity,server}/**/*.{ts,tsx}', {
      exclude: ['**/*.test.{ts,tsx}'],
    })
    const words = new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(/\w+/g) ?? []))
    expect(files.length).toBeGreaterThan(100)
    expect(keysOf(zh).filter((key) => !words.has(key.split('.').at(-2) ?? ''))).toEqual([])
  })

  it('are the catalogue’s exact words in English', () => {
    expect(translator('en', 'notFound')('title')).toBe('This page could not be found')
    expect(translator('en', 'notFound')('backHome')).toBe('Back to the home page')
    expect(translator('en', 'error')('title')).toBe('Error')
    expect(translator('en', 'error')('pageFailed')).toBe('An error occurred while showing the error page')
    expect(translator('en', 'error')('goHome')).toBe('Go back to home')
  })

  it('are in Chinese on Chinese pages, with values filled in', () => {
    expect(translator('zh', 'figure')('number', {number: 2})).toBe('图 2')
  })

  it('refuse a key that does not exist at compile time', () => {
    const t = translator('zh', 'notFound')
    // @ts-expect-error -- no such key
    const refused = () => t('back')
    expect(refused).toBeTypeOf('function')
  })
})
