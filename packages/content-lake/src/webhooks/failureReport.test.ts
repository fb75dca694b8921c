import {expect, test} from 'vitest'
import {createFailureReport} from './startWebhooks.ts'

test('a failure that repeats is reported first, then once a minute, and when it is over', () => {
  let now = 0
  const lines: string[] = []
  const report = createFailureReport(
    (line) => lines.push(line),
    () => now,
  )
  for (; now < 150_000; now += 1000) report.add('answered 503')
  report.end()
  report.end()
  expect(lines).toEqual([
    'answered 503',
    'answered 503; 61 failures so far',
    'answered 503; 121 failures so far',
    'works again after 150 failures in 150 s',
  ])
  report.add('could not be reached')
  expect(lines.at(-1)).toBe('could not be reached')
})
