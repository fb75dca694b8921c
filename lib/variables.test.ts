import {expect, it} from 'vitest'
import {z} from 'zod'
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
