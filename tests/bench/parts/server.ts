import type {Part} from '../bench.ts'
import {median} from '../figures.ts'
import {comparedPage} from '../floors.ts'
import type {WrkFigures} from '../parseWrk.ts'
import {processorTimeOf} from '../processorTimeOf.ts'
import type {Row} from '../rows.ts'
import {wrk} from '../wrk.ts'

const rounds = 3
const seconds = 5
const brotli = {'accept-encoding': 'br, gzip'}

/**
 * How many answers a second: a page from nginx's cache against the same bytes from nginx's disk, turn and turn about, so
 * that what else the machine does meets both; and from the site's own server.
 */
export const measureServer: Part = async ({siteUrl, nginx, floors}) => {
  const floor = await floors.sameBytes()
  const rows: Row[] = []
  for (const [how, headers] of [
    ['plain', {}],
    ['Brotli', brotli],
  ] as const) {
    const [ours, disk] = await inTurns([nginx.url + comparedPage, floor], headers, nginx.pid)
    rows.push(
      {
        ...row(`nginx cache, ${how}`, ours?.requestsPerSecond, 'requests/s'),
        floor: disk?.requestsPerSecond ?? Number.NaN,
        aim: {atLeast: 0.9, of: 'floor'},
      },
      {
        ...row(`nginx cache, ${how}, p99`, ours?.p99, 'ms'),
        floor: disk?.p99 ?? Number.NaN,
        aim: {atMost: 10},
        note: `${ours?.errors} errors`,
      },
    )
    rows.push({
      ...row(`nginx cache, ${how}, processor time`, ours?.processor, 'µs'),
      floor: disk?.processor ?? Number.NaN,
      note: 'of nginx for one answer, whatever else the machine does',
    })
    const alone = await wrk(siteUrl + comparedPage, seconds, headers)
    rows.push(
      {...row(`server.ts alone, ${how}`, alone.requestsPerSecond, 'requests/s'), floor: disk?.requestsPerSecond ?? 0},
      {...row(`server.ts alone, ${how}, p99`, alone.p99, 'ms'), note: `${alone.errors} errors`},
    )
  }
  return rows
}

const row = (what: string, value = Number.NaN, unit: string): Row => ({part: 'server', what, value, unit})

type Measured = WrkFigures & {processor: number}

async function inTurns(urls: readonly string[], headers: Record<string, string>, pid: number) {
  const found = urls.map((url): {url: string; figures: Measured[]} => ({url, figures: []}))
  for (const {url} of found) await wrk(url, 1, headers)
  for (let round = 0; round < rounds; round++) {
    for (const {url, figures} of found) {
      const before = processorTimeOf(pid)
      const measured = await wrk(url, seconds, headers)
      figures.push({...measured, processor: ((processorTimeOf(pid) - before) * 1000) / measured.requests})
    }
  }
  return found.map(({figures}) => ({
    requestsPerSecond: median(figures.map(({requestsPerSecond}) => requestsPerSecond)),
    p99: median(figures.map(({p99}) => p99)),
    processor: median(figures.map(({processor}) => processor)),
    errors: figures.reduce((sum, {errors}) => sum + errors, 0),
  }))
}
