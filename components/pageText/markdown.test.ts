import {expect, test} from 'vitest'
import {faq, pageOf, productOf, site} from '@/components/testing/fixtures'
import {pageList, pageMarkdown} from './markdown'

const siteUrl = 'https://example.com'

test('a page as Markdown has its title, lead and blocks, and says where the page is', () => {
  const page = pageOf({
    route: '/privacy',
    blocks: [
      {
        ...faq,
        heading: 'Questions',
        items: [
          {_key: 'one', question: 'Is it safe?', answer: 'It is.'},
          {_key: 'two', question: 'Is it fast?', answer: 'That, too.'},
        ],
      },
    ],
  })
  expect(pageMarkdown({page, site, locale: 'en', siteUrl})).toBe(`# About us

What we do

## Questions

### Is it safe?

It is.

### Is it fast?

That, too.

---

- This page: <https://example.com/h5/en/privacy>
- Other language: <https://example.com/h5/privacy.md>
- All pages: <https://example.com/h5/en/llms.txt>
`)
})

test('the list of pages groups them by product and leaves out what no search engine may list', () => {
  const pages = [
    pageOf({route: '/', title: 'Home: all', description: 'What\nit is.'}),
    pageOf({route: '/lims', product: productOf('LIMS')}),
    pageOf({route: '/ui', seo: {title: null, description: null, noindex: true, image: null}}),
  ]
  expect(pageList({pages, site, locale: 'en', siteUrl})).toBe(`# Bench

> What it is.

## The site

- [Home](https://example.com/h5/en/index.md): What it is.

## LIMS LIMS name

- [LIMS](https://example.com/h5/en/lims.md): What we do

## Other language

- [中文](https://example.com/h5/llms.txt)
`)
})
