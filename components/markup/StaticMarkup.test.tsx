// @vitest-environment jsdom
import {render} from '@testing-library/react'
import {renderToString} from 'react-dom/server'
import {afterEach, expect, it, vi} from 'vitest'
import {draw} from '@/components/testing/draw'
import {StaticMarkup} from './StaticMarkup'

afterEach(() => {
  vi.restoreAllMocks()
})

function Greeting({name}: {name: string}) {
  return <p title={name}>Hello {name}</p>
}

async function Late() {
  return await Promise.resolve(<p>late</p>)
}

it('is what its components draw, with every text escaped', () => {
  const {body} = draw(
    <StaticMarkup locale="en">
      <Greeting name={'<img src=x onerror=alert(1)> & "you"'} />
      <p>second</p>
    </StaticMarkup>,
  )
  expect(body.querySelector('img')).toBeNull()
  expect([...body.querySelectorAll('p')].map((line) => line.textContent)).toEqual([
    'Hello <img src=x onerror=alert(1)> & "you"',
    'second',
  ])
})

it('is one element to React, and in a preview the elements themselves', () => {
  const of = (live: boolean) => StaticMarkup({locale: 'en', live, children: <Greeting name="you" />})
  expect(of(false)).toMatchObject({
    type: 'div',
    props: {dangerouslySetInnerHTML: {__html: '<p title="you">Hello you</p>'}},
  })
  expect(of(true)).toMatchObject({type: Greeting, props: {name: 'you'}})
})

it('may be changed by the page’s module before React hydrates', () => {
  const tell = vi.spyOn(console, 'error').mockReturnValue()
  const element = (
    <StaticMarkup locale="zh">
      <Greeting name="you" />
    </StaticMarkup>
  )
  const container = document.body.appendChild(document.createElement('div'))
  container.innerHTML = renderToString(element)
  container.querySelector('p')?.setAttribute('data-filled', '')
  render(element, {container, hydrate: true})
  expect(tell).not.toHaveBeenCalled()
  expect(container.querySelector('p')?.dataset.filled).toBe('')
})

it('refuses what is not ready at once, rather than leaving it out', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(() => StaticMarkup({locale: 'en', children: <Late />})).toThrow(/suspended/)
})
