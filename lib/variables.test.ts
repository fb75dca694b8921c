import {expect, it} from 'vitest'
import {z} from 'zod'
import {messageOf} from './messageOf.ts'
import {baseUrl, port, readVariables, siteUrl} from './variables.ts'

const shape = z.object({
  PORT: port(3000),
  SITE: siteUrl,
  PROXY: baseUrl,
  MODE: z.enum(['on', 'off']),
  TOKEN: z.string(),
})

it.each([' ', '\r', ' \r\n', '\t'])('spaces and line ends around a value are no part of it: %j', (space) => {
  const of = (value: string) => `${space}${value}${space}`
  const env = {
    PORT: of('4000'),
    SITE: of('https://example.com'),
    PROXY: of('http://a:1/'),
    MODE: of('on'),
    TOKEN: of('a b'),
  }
  expect(readVariables(shape, env)).toEqual({
    ...{PORT: 4000, SITE: 'https://example.com', PROXY: 'http://a:1', MODE: 'on', TOKEN: 'a b'},
  })
})

it('a port that browsers and fetch refuse is refused before anything is served there', async () => {
  const ports = z.object({PORT: port(3000)})
  const refused: number[] = []
  for (let given = 1; given <= 11_000; given++) {
    try {
      readVariables(ports, {PORT: String(given)})
    } catch (error) {
      expect(messageOf(error)).toContain(`PORT is ${given}, a port that browsers`)
      refused.push(given)
    }
  }
  const reasons = refused.map((given) =>
    fetch(`http://127.0.0.1:${given}`).then(
      () => 'reached',
      (error: Error) => messageOf(error.cause),
    ),
  )
  expect(new Set(await Promise.all(reasons))).toEqual(new Set(['bad port']))
  expect(refused).toEqual(expect.arrayContaining([22, 6000, 6667, 10080]))
})
