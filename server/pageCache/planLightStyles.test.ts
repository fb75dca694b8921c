import {expect, it} from 'vitest'
import {parseRules, writeRules} from './planLightStyles.ts'

/** The names that each rule of a stylesheet needs. */
const needs = (css: string) => parseRules(css).map((rule) => rule.needs)

it('finds the classes of CSS modules that a selector needs', () => {
  expect(needs('.SOU_xa_plate{a:b}')).toEqual([[['SOU_xa_plate']]])
  expect(needs('.SOU_xa_plate>.-MbEwa_head:before,._AA7NW_part h2{a:b}')).toEqual([
    [['SOU_xa_plate', '-MbEwa_head'], ['_AA7NW_part']],
  ])
})

it('finds those of the error card, which only the page for unknown addresses shows', () => {
  expect(needs('.error-trace .error-limit{a:b}')).toEqual([[['error-trace', 'error-limit']]])
})

it('needs nothing for elements, attributes and plain classes, which a script may set', () => {
  const always = [[]]
  expect(needs('h1{a:b}.notice .SOU_xa{a:b}[data-x=".SOU_xa_plate"]{a:b}.SOU_xa_plate,h2{a:b}')).toEqual([
    always,
    always,
    always,
    always,
  ])
})

it('counts each way through :is() and :has(), and nothing that :not() names', () => {
  expect(needs('.SOU_xa_plate:is(.SOU_xa_wide,.SOU_xa_tall) i:not(.SOU_xa_off:is(.SOU_xa_on)){a:b}')).toEqual([
    [
      ['SOU_xa_plate', 'SOU_xa_wide'],
      ['SOU_xa_plate', 'SOU_xa_tall'],
    ],
  ])
  expect(needs('body:has(> .SOU_xa_plate){a:b}:where(.SOU_xa_plate,td){a:b}p:not(:has(.SOU_xa_off)){a:b}')).toEqual([
    [['SOU_xa_plate']],
    [[]],
    [[]],
  ])
})

it('needs an animation where a rule names it', () => {
  const [turn, fade, ...others] = parseRules(
    '@keyframes SOU_xa_turn{to{rotate:1turn}}@keyframes fade{to{opacity:0}}@media print{.SOU_xa_dial{animation:SOU_xa_turn 1s}}.SOU_xa_hand{animation:2s SOU_xa_turn}',
  )
  expect(turn?.needs).toEqual([['SOU_xa_dial'], ['SOU_xa_hand']])
  expect(fade?.needs).toEqual([[]])
  expect(others).toHaveLength(2)
})

it.each([
  '@import "a.css";@charset "utf-8";h1{a:b}',
  '@media print{h1{a:b}@supports (a:b){.SOU_xa_plate{a:b}h2{a:b}}h3{a:b}}h4{a:b}',
  '@font-face{src:url("a}b.woff")}h1:before{content:"{\\"}"}a[href="{"]{a:b}',
  '.SOU_xa_plate{color:red;&:hover{color:blue}& i{a:b}}.\\31 a{a:b}',
  '@container frame (min-width:64rem){.SOU_xa_plate{grid-area:1/2/span 2}}',
])('writes what it read: %s', (css) => {
  expect(writeRules(parseRules(css))).toBe(css)
})

it('writes rules of one group together, and those of others apart', () => {
  const [first, second, third] = parseRules('@media print{h1{a:b}h2{a:b}h3{a:b}}')
  const [plain] = parseRules('h4{a:b}')
  if (!(first && second && third && plain)) throw new Error('There are fewer rules.')
  expect(writeRules([first, third, plain, second])).toBe('@media print{h1{a:b}h3{a:b}}h4{a:b}@media print{h2{a:b}}')
})
