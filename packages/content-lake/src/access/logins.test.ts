import {expect, it, vi} from 'vitest'
import {openNamedLake, USER_PASSWORD} from '../testing/openNamedLake.ts'
import {isPassword} from './password.ts'

vi.mock('./password.ts', async (importOriginal) => {
  const real = await importOriginal<typeof import('./password.ts')>()
  return {...real, isPassword: vi.fn(real.isPassword)}
})

const ROLES = [
  {name: 'pages', grants: [{filter: '_type == "page"', permissions: ['read', 'update']}]},
] satisfies Parameters<typeof openNamedLake>[0]

it('checks a browser that it knows before strangers who wait in a queue', async () => {
  const {lake} = await openNamedLake(ROLES, ['pages'])
  const attempt = (address: string, password: string, device?: string) =>
    lake.logins.check({name: 'pages', password}, {address, device})
  const known = await attempt('203.0.113.1', USER_PASSWORD)
  if (known.outcome !== 'welcome') throw new Error(known.outcome)

  const checked: string[] = []
  vi.mocked(isPassword).mockImplementation(async (password) => {
    checked.push(password)
    return password === USER_PASSWORD
  })
  const guesses = Array.from({length: 10}, (_, index) => `guess ${index}`)
  const strangers = guesses.map((guess, index) => attempt(`198.51.100.${index}`, guess))
  const welcome = attempt('203.0.113.1', USER_PASSWORD, known.device)

  expect((await Promise.all(strangers)).map(({outcome}) => outcome)).toEqual(guesses.map(() => 'wrong'))
  expect(await welcome).toMatchObject({outcome: 'welcome', device: known.device})
  // Four checks were running already.
  expect(checked).toEqual([...guesses.slice(0, 4), USER_PASSWORD, ...guesses.slice(4)])
})

it('counts the failures of one browser together, whatever it appends to its cookie', async () => {
  const {lake} = await openNamedLake(ROLES, ['pages'])
  vi.mocked(isPassword).mockImplementation(async (password) => password === USER_PASSWORD)
  const attempt = (password: string, device?: string) =>
    lake.logins.check({name: 'pages', password}, {address: '203.0.113.1', device})
  const known = await attempt(USER_PASSWORD)
  if (known.outcome !== 'welcome') throw new Error(known.outcome)

  const outcomes: string[] = []
  for (let guess = 0; guess < 11; guess += 1) {
    outcomes.push((await attempt(`guess ${guess}`, `${known.device}.${guess}`)).outcome)
  }
  // Five at the most as this browser, and five as its network.
  expect(outcomes.at(-1)).toBe('later')
})
