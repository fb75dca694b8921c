import {expect, it} from 'vitest'
import {draw} from '@/components/testing/draw'
import {claimOf, context, documentOf} from '@/components/testing/fixtures'
import type {RichTextValue} from '@/sanity/projections/richText'
import {Prose} from './Prose'

const body: RichTextValue = [
  {_key: 'a', _type: 'block', style: 'h2', children: [{_key: 's', _type: 'span', text: 'Part'}]},
  {
    _key: 'b',
    _type: 'block',
    style: 'normal',
    markDefs: [{_key: 'm', _type: 'routeLink', route: '/about'}],
    children: [
      {_key: 's1', _type: 'span', text: 'Read '},
      {_key: 's2', _type: 'span', text: 'about us', marks: ['m']},
      {_key: 's3', _type: 'span', text: ': '},
      {_key: 'c', _type: 'claimReference', claim: claimOf()},
      {_key: 's4', _type: 'span', text: ' shorter, says [to be filled in].'},
    ],
  },
]

const block = {_key: 'k', _type: 'prose', heading: 'Heading', body} as const

it('puts the headings of the text below the heading of its section', () => {
  const {page} = draw(<Prose block={block} context={context} />)
  expect(page.getByRole('heading', {level: 2, name: 'Heading'})).toBeTruthy()
  expect(page.getByRole('heading', {level: 3, name: 'Part'})).toBeTruthy()
})

it('moves them up where the section has no heading', () => {
  const {page} = draw(<Prose block={{...block, heading: null}} context={context} />)
  expect(page.getByRole('heading', {level: 2, name: 'Part'})).toBeTruthy()
})

it('links to a page in the language of the page', () => {
  const {page} = draw(<Prose block={block} context={context} />)
  expect(page.getByRole('link', {name: 'about us'}).getAttribute('href')).toBe('/h5/en/about')
})

it('quotes a claim by its figure and unit', () => {
  const {body} = draw(<Prose block={block} context={context} />)
  expect(body.textContent).toContain(': 30% shorter')
})

it('marks a placeholder within the text', () => {
  const {body} = draw(<Prose block={block} context={context} />)
  expect(body.querySelector('mark')?.textContent).toBe('[to be filled in]')
})

it('skips no level where the text uses only the lower style of heading', () => {
  const lower = body.map((part) => (part.style === 'h2' ? {...part, style: 'h3' as const} : part))
  const {page} = draw(<Prose block={{...block, body: lower}} context={context} />)
  expect(page.getByRole('heading', {level: 3, name: 'Part'})).toBeTruthy()
})

const asset = {
  ...documentOf('sanity.imageAsset', 'image-a'),
  url: 'https://cdn.example/a.png',
  width: 1200,
  height: 600,
}

it('shows a blurred picture until it is loaded, though not behind a transparent one', () => {
  const backgroundOf = (isOpaque: boolean | null) => {
    const photo = {alt: 'A logo', asset: {...asset, lqip: 'data:image/png;base64,AAAA', isOpaque}}
    return draw(<Prose block={{...block, photo}} context={context} />).page.getByRole('img').style.background
  }
  expect(backgroundOf(true)).toContain('data:image/png')
  expect(backgroundOf(null)).toContain('data:image/png')
  expect(backgroundOf(false)).toBe('')
})

it('shows its photograph around the hotspot, through the site’s own origin, and keeps its place', () => {
  const photo = {alt: 'A test bench', caption: 'In the laboratory', hotspot: {x: 1, y: 0.5}, asset}
  const {page, body} = draw(<Prose block={{...block, photo}} context={context} />)
  const image = page.getByRole('img', {name: 'A test bench'})
  expect(image.getAttribute('width')).toBe('900')
  expect(image.getAttribute('height')).toBe('600')
  expect(image.getAttribute('src')).toBe(
    '/h5/_next/image?url=https%3A%2F%2Fcdn.example%2Fa.png%3Frect%3D300%2C0%2C900%2C600%26w%3D1920%26fit%3Dmax&w=1200&q=75',
  )
  expect(image.getAttribute('srcset')?.split(', ')).toHaveLength(3)
  expect(body.querySelector('figcaption')?.textContent).toBe('In the laboratory')
})
