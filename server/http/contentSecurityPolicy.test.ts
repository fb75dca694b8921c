import {createHash} from 'node:crypto'
import {describe, expect, it} from 'vitest'
import {isKnownScript, policyOfDraft, policyOfPage, policyWithNonce} from './contentSecurityPolicy.ts'

const flight = 'self.__next_f.push([1,"0:{\\"P\\":null}"])'
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const scriptsOf = (policy: string) => policy.match(/script-src ([^;]*)/)?.[1]

describe('policyOfPage', () => {
  it('allows the inline scripts that Next writes, each by its hash and once', () => {
    const start = '(self.__next_f=self.__next_f||[]).push([0])'
    const html = `<script>${start}</script><script>${flight}</script><script>${flight}</script>`
    expect(scriptsOf(policyOfPage(html))).toBe(`'self' ${hash(start)} ${hash(flight)}`)
  })

  it('allows those of any length', () => {
    const text = JSON.stringify('长"\n'.repeat(3_000_000))
    expect(isKnownScript(`self.__next_f.push([1,${text}])`)).toBe(true)
    expect(isKnownScript(`self.__next_f.push([1,${text}+alert(1)+""])`)).toBe(false)
  })

  it('allows the runtime’s list of chunks', () => {
    const runtime =
      '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({"otherChunks":["static/chunks/a-1.js","static/chunks/b~2.js"],"runtimeModuleIds":[12,34]});'
    expect(scriptsOf(policyOfPage(`<script id="_R_">${runtime}</script>`))).toBe(`'self' ${hash(runtime)}`)
  })

  it.each([
    'alert(1)',
    `${flight};alert(1)`,
    'self.__next_f.push([1,"a"]),alert("b")',
    'self.__next_f.push([1,"a"+alert(1)+"b"])',
    'alert(1)//self.__next_f.push([1,"a"])',
  ])('blesses no other script: %s', (script) => {
    expect(scriptsOf(policyOfPage(`<script>${script}</script>`))).toBe("'self'")
  })

  it('counts neither files nor data blocks', () => {
    const html = '<script src="/h5/_next/a.js"></script><script type="application/ld+json">{"a":1}</script>'
    expect(scriptsOf(policyOfPage(html))).toBe("'self'")
  })

  it('lets nobody frame a public page', () => {
    expect(policyOfPage('')).toContain("frame-ancestors 'none'")
  })
})

it('a page for one request runs the scripts with its nonce', () => {
  expect(scriptsOf(policyWithNonce('abc'))).toBe("'self' 'nonce-abc'")
})

it('a draft may be framed by the Studio and by nobody else', () => {
  expect(policyOfDraft('abc', 'https://studio.example.com/desk')).toContain(
    'frame-ancestors https://studio.example.com',
  )
})

it('no policy lets unknown inline scripts or evaluated text run', () => {
  for (const policy of [policyOfPage(''), policyWithNonce('abc'), policyOfDraft('abc', 'http://localhost:3333')]) {
    expect(scriptsOf(policy)).not.toMatch(/unsafe/)
  }
})
