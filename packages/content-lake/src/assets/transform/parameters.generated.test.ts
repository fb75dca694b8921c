import sharp from 'sharp'
import {expect, it} from 'vitest'
import fc, {words} from '../../testing/fastCheck.ts'
import {clientOf, openTestLake} from '../../testing/openTestLake.ts'

const factor = Number(process.env.FUZZ_FACTOR || 1)

const odd = [
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  '1e999',
  'NaN',
  'Infinity',
  '0x10',
  '8193',
  '１',
  'constructor',
  '__proto__',
  '%00',
]
const value = {
  number: fc.oneof(fc.integer({min: 1, max: 900}).map(String), fc.double({min: 0, max: 1}).map(String)),
  rect: fc.tuple(fc.nat(40), fc.nat(40), fc.nat(60), fc.nat(60)).map(String),
  word: fc.constantFrom(
    ...words(
      'clip crop fill fillmax max min scale center left top,left focalpoint entropy h v hv 90 180 format jpg png',
    ),
    ...words('webp avif gif fff 0008 top,constructor true 1 -100 #fff red'),
  ),
  odd: fc.constantFrom(...odd),
}
const names = words(
  'w h dpr min-w max-w min-h max-h rect fit crop fp-x fp-y or flip pad blur sharp invert sat bg q fm auto',
)
const parameter = fc.tuple(
  fc.oneof({arbitrary: fc.constantFrom(...names), weight: 30}, fc.constantFrom('frame', 'dl', 'x', '__proto__', '')),
  fc.oneof(value.number, value.word, value.rect, value.odd),
)

it('any parameters make a picture within the limits, or a 400 that names one of them', async () => {
  const lake = await openTestLake()
  const red = sharp({create: {width: 40, height: 20, channels: 4, background: '#c008'}})
  const {url} = await clientOf(lake).assets.upload('image', await red.png().toBuffer())
  await fc.assert(
    fc.asyncProperty(fc.array(parameter, {minLength: 1, maxLength: 4}), async (parameters) => {
      const response = await fetch(`${url}?${new URLSearchParams(parameters)}`)
      const body = Buffer.from(await response.arrayBuffer())
      if (response.status === 400) {
        expect(body.toString()).toMatch(/parameter|larger than|pixels/)
        return
      }
      expect([response.status, body.toString('latin1', 0, 200)]).toEqual([200, expect.anything()])
      const {width = 0, height = 0} = await sharp(body).metadata()
      expect(Math.min(width, height)).toBeGreaterThan(0)
      expect(Math.max(width, height)).toBeLessThanOrEqual(8192 + 2000)
    }),
    {numRuns: 60 * factor},
  )
  for (const name of ['constructor', '__proto__', 'top,toString'])
    expect((await fetch(`${url}?crop=${name}`)).status).toBe(400)
})
