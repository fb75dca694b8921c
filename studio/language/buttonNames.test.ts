// @vitest-environment jsdom
import {expect, test, vi} from 'vitest'
import {correctTexts} from './correctTexts.ts'

const icon = (name: string) => `<svg data-sanity-icon="${name}"></svg>`

test('icons in the navbar get names, now and as they appear, and those that have a name keep it', async () => {
  document.body.innerHTML = `<div data-testid="studio-navbar"><button>${icon('menu')}</button>
    <button aria-label="Search">${icon('search')}</button><a href="/">${icon('activity')}</a></div>
    <button>${icon('menu')}</button>`
  const end = correctTexts(document.body, 'en')
  const names = () => [...document.querySelectorAll('button, a')].map((element) => element.getAttribute('aria-label'))
  expect(names()).toEqual(['打开菜单 · Open the menu', 'Search', '回到开始 · To the start', null])
  document
    .querySelector('div')
    ?.insertAdjacentHTML(
      'beforeend',
      `<button data-testid="global-perspective-menu-button">${icon('chevron-down')}</button>`,
    )
  await vi.waitFor(
    () =>
      expect(names()).toEqual([
        '打开菜单 · Open the menu',
        'Search',
        '回到开始 · To the start',
        '选择草稿或发布计划 · Choose drafts or a release',
        null,
      ]),
    50_000,
  )
  end()
})

test('icons of a form’s menus and lists get names, too', () => {
  document.body.innerHTML = `<button data-testid="pane-context-menu-button">${icon('ellipsis')}</button>
    <button data-ui="DragHandleButton">${icon('drag-handle')}</button>
    <button data-testid="array-item-menu-button">${icon('ellipsis')}</button>`
  const end = correctTexts(document.body, 'en')
  const names = [...document.querySelectorAll('button')].map((element) => element.getAttribute('aria-label'))
  expect(names).toEqual([
    '更多操作 · More actions',
    '拖动，改变顺序 · Drag to reorder',
    '这一项的操作 · Actions of this item',
  ])
  end()
})

test('a reference’s menu, the calendar of releases, the way back on a phone and the address of the preview get names', () => {
  document.body.innerHTML = `<button id="product-menuButton">${icon('ellipsis')}</button>
    <button name="calendar">${icon('filter')}</button>
    <a data-ui="Button" href="/">${icon('arrow-left')}</a>
    <span data-ui="TextInput"><input value="/lims"><a href="/lims" aria-label="Open">${icon('launch')}</a></span>`
  const end = correctTexts(document.body, 'en')
  const names = [...document.querySelectorAll('button, a, input')].map((element) => element.getAttribute('aria-label'))
  expect(names).toEqual([
    '这个字段的操作 · Actions of this field',
    '按日期查找 · Find by date',
    '返回 · Back',
    '页面地址 · Address of the page',
    'Open',
  ])
  end()
})
