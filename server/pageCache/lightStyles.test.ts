import {describe, expect, it} from 'vitest'
import {withOwnStyles} from './lightStyles.ts'
import {planLightStyles} from './planLightStyles.ts'

const url = (name: string) => `/h5/_next/static/chunks/${name}.css`
const linkTo = (name: string) => `<link rel="stylesheet" href="${url(name)}" data-precedence="next"/>`

/** A page with these classes of CSS modules. */
const page = (classes: string, sheets = ['global', 'blocks']) =>
  `<html><head>${sheets.map(linkTo).join('')}<title>A</title></head><body><p class="${classes}">a</p></body></html>`

const sheets: Record<string, string> = {
  [url('global')]: 'h1{a:b}.progress{a:b}',
  [url('blocks')]: '.SOU_xa_head{a:b}.rEN9zq_table{a:b}.SOU_xa_head .rEN9zq_table{a:b}.G_QQoG_list{a:b}',
  [url('form')]: '.UyetKW_form{a:b}',
}

const pages = [
  page('SOU_xa_head rEN9zq_table'),
  page('SOU_xa_head'),
  page('SOU_xa_head G_QQoG_list'),
  page('SOU_xa_head UyetKW_form', ['global', 'blocks', 'form']),
]

function plan(some = pages) {
  const planned = planLightStyles('build-1', some, (sheet) => sheets[sheet] ?? '')
  if (!planned) throw new Error('There is no plan.')
  const {styles, files} = planned
  /** The stylesheets of a page as it is served. */
  const served = (html: string) =>
    [...withOwnStyles(html, styles).matchAll(/<link rel="stylesheet" href="([^"]+)"\/>/g)].map(([, file = '']) =>
      files.get(file),
    )
  return {styles, served}
}

const common = 'h1{a:b}.progress{a:b}.SOU_xa_head{a:b}'

describe('the stylesheets of a light page', () => {
  it('are what most pages need, and what else it needs itself', () => {
    const {served} = plan()
    expect(pages.map(served)).toEqual([
      [common, '.rEN9zq_table{a:b}.SOU_xa_head .rEN9zq_table{a:b}'],
      [common],
      [common, '.G_QQoG_list{a:b}'],
      [common, '.UyetKW_form{a:b}'],
    ])
  })

  it('are all, in their order, on a page that needs others than any page of the build', () => {
    const {served} = plan()
    expect(served(page('G_QQoG_list rEN9zq_table'))).toEqual([
      common,
      '.rEN9zq_table{a:b}.SOU_xa_head .rEN9zq_table{a:b}.G_QQoG_list{a:b}.UyetKW_form{a:b}',
    ])
  })

  it('are those of classes, too, that a script gets from the page', () => {
    const {served} = plan()
    const html = page('SOU_xa_head').replace('<p', '<p data-classes="{&quot;list&quot;:&quot;G_QQoG_list&quot;}"')
    expect(served(html)).toEqual([common, '.G_QQoG_list{a:b}'])
  })

  it('stand where the first one of Next stood, and nothing else changes', () => {
    const {styles} = plan()
    expect(withOwnStyles(page('SOU_xa_head'), styles)).toBe(
      `<html><head><link rel="stylesheet" href="${styles.common}"/><title>A</title></head><body><p class="SOU_xa_head">a</p></body></html>`,
    )
  })

  it('are left as they are when a page is served a second time, has none, or has one that is unknown', () => {
    const {styles} = plan()
    const once = withOwnStyles(page('G_QQoG_list'), styles)
    for (const html of [
      once,
      '<html></html>',
      page('a', ['global', 'other']),
      page('a').replace('</head>', '<link href="/other.css" rel="stylesheet"/></head>'),
    ])
      expect(withOwnStyles(html, styles)).toBe(html)
  })

  it('have new addresses when their rules change', () => {
    const {styles} = plan()
    sheets[url('global')] = 'h1{a:c}'
    const {styles: changed} = plan()
    expect(changed.common).not.toBe(styles.common)
    expect(changed.all).toBe(styles.all)
    expect(changed.common).toMatch(/^\/h5\/_next\/static\/styles\/[\w-]{12}\.css$/)
  })
})

it('there is no plan if pages have stylesheets in different orders', () => {
  const other = page('a', ['blocks', 'global'])
  expect(planLightStyles('build-1', [...pages, other], (sheet) => sheets[sheet] ?? '')).toBeUndefined()
})
