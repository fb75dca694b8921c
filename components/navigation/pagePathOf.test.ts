// @vitest-environment jsdom
// @vitest-environment-options {"url": "https://site.example/h5/en/lims?from=x"}
import {expect, it} from 'vitest'
import {pagePathOf} from './pagePathOf'

function linkOf(html: string): HTMLAnchorElement {
  document.body.innerHTML = html
  const link = document.querySelector('a')
  if (!link) throw new Error(`${html} has no link.`)
  return link
}

it.each([
  ['<a href="/h5/en/about">', '/en/about'],
  ['<a href="/h5">', '/'],
  ['<a href="/h5/en/contact?from=/lims">', '/en/contact?from=/lims'],
  ['<a href="/h5/en/demo#lqm-3">', '/en/demo#lqm-3'],
  ['<a href="https://site.example/h5/en/about" target="_self">', '/en/about'],
  ['<a href="/h5/en/lims">', '/en/lims'],
])('%s leads to %s', (html, path) => {
  expect(pagePathOf(linkOf(html))).toBe(path)
})

it.each([
  '<a>',
  '<a href="#content">',
  '<a href="/h5/en/lims?from=x#content">',
  '<a href="/h5/lims" hreflang="zh-CN">',
  '<a href="/h5/en/privacy" target="_blank">',
  '<a href="/h5/icon.svg" download>',
  '<a href="/h5x/about">',
  '<a href="/studio">',
  '<a href="https://other.example/h5/about">',
  '<a href="mailto:mail@example.com">',
  '<a href="tel:+86">',
])('%s is the browser’s to follow', (html) => {
  expect(pagePathOf(linkOf(html))).toBeUndefined()
})
