import {expect, it, vi} from 'vitest'
import {PageView} from '@/components/PageView'
import {draw} from '@/components/testing/draw'
import {claimOf, flow, pageOf, points, screen, site} from '@/components/testing/fixtures'
import type {PageData} from '@/sanity/presentContent'
import type {BlockOf} from '@/sanity/projections/shape'
import {readSeed} from '@/tests/support/readSeed'

const hollow = {...flow, steps: []}

const whole = {picture: screen, blocks: [points, flow]}

/** The texts of a page, in the order in which it is read. */
function readingOrder(page: Partial<PageData>) {
  const text = draw(<PageView page={pageOf(page)} site={site} locale="en" />).page.getByRole('main').textContent
  return (...texts: string[]) => texts.sort((a, b) => text.indexOf(a) - text.indexOf(b))
}

it('reads heading, lead and picture in this order without an opening of its own', () => {
  expect(readingOrder(whole)('Orders', 'What we do', 'About us', 'What it does', 'Four steps')).toEqual([
    ...['About us', 'What we do', 'Orders', 'What it does', 'Four steps'],
  ])
})

it('shows the picture before the lead where it leads', () => {
  const order = readingOrder({...whole, opening: 'screen'})
  expect(order('What we do', 'Orders', 'About us', 'What it does')).toEqual([
    ...['About us', 'Orders', 'What we do', 'What it does'],
  ])
})

it('moves the first flow to the top where steps lead, shows it once, and numbers the figures as they come', () => {
  const drawn = draw(<PageView page={pageOf({...whole, opening: 'steps'})} site={site} locale="en" />)
  expect(drawn.page.getAllByRole('heading', {name: 'Four steps'})).toHaveLength(1)
  const order = readingOrder({...whole, opening: 'steps'})
  expect(order('What it does', 'Orders', 'Four steps', 'What we do')).toEqual([
    ...['What we do', 'Four steps', 'Orders', 'What it does'],
  ])
  const numbers = [...drawn.body.querySelectorAll('figcaption')].map(({textContent}) => textContent.slice(0, 15))
  expect(numbers).toEqual(['Fig. 1 The way ', 'Fig. 2 The list'])
})

it('moves claims to the top where they are the first that can lead', () => {
  const claim = {...claimOf(), _type: 'claim', method: null, sample: null, measured: null} as const
  const claims: BlockOf<'claims'> = {...points, _key: 'c', _type: 'claims', heading: null, claims: [claim]}
  const order = readingOrder({picture: screen, blocks: [points, claims, flow], opening: 'steps'})
  expect(order('What it does', 'Orders', 'The process is shorter.', 'What we do', 'Four steps')).toEqual([
    ...['What we do', 'The process is shorter.', 'Orders', 'What it does', 'Four steps'],
  ])
})

it.each<Partial<PageData>>([
  {opening: 'screen', picture: null},
  {opening: 'steps', blocks: [points]},
  {opening: 'steps', blocks: [points, hollow]},
])('begins like other pages where it lacks what leads (%o)', (page) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const articleOf = (shown: Partial<PageData>) =>
    draw(<PageView page={pageOf(shown)} site={site} locale="en" />).body.querySelector('article')?.outerHTML
  expect(articleOf({...whole, ...page})).toBe(articleOf({...whole, ...page, opening: null}))
  vi.restoreAllMocks()
})

it('gives feature pages that follow each other in the menu different openings', () => {
  const documents = readSeed()
  const openings = new Map(
    documents.flatMap(({_type, route, opening}) => (_type === 'page' ? [[route, opening ?? 'beside']] : [])),
  )
  const groups = documents.find(({_type}) => _type === 'navigation')?.menu
  if (!Array.isArray(groups)) throw new Error('the seed has no menu')
  const orders = groups.flatMap(({links}: {links?: {route: string}[]}) =>
    links ? [links.map(({route}) => route).filter((route) => route.includes('Pages/'))] : [],
  )
  expect(orders.flat()).toHaveLength(33)
  for (const routes of orders) {
    const alike = routes.filter((route, index) => openings.get(route) === openings.get(routes[index - 1]))
    expect(alike).toEqual([])
  }
  expect(new Set(orders.flat().map((route) => openings.get(route)))).toEqual(new Set(['beside', 'screen', 'steps']))
})
