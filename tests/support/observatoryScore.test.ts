import {expect, it} from 'vitest'
import {observatoryScore} from './observatoryScore.ts'

const strict = {
  'content-security-policy': "default-src 'none'; script-src 'self'; style-src 'self'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=63072000',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

it('gives a strict page every point', () => {
  expect(observatoryScore(strict)).toBe(130)
})

it.each([
  ['no policy', {'content-security-policy': ''}, 55],
  [
    'inline scripts',
    {'content-security-policy': "default-src 'self'; script-src 'unsafe-inline'; frame-ancestors 'none'"},
    80,
  ],
  [
    'inline styles',
    {'content-security-policy': "default-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"},
    120,
  ],
  ['no HSTS', {'strict-transport-security': ''}, 80],
])('takes points for %s', (_, headers, score) => {
  expect(observatoryScore({...strict, ...headers})).toBe(score)
})
