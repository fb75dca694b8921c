import {readFile, writeFile} from 'node:fs/promises'
import {fileURLToPath} from 'node:url'
import {ablations} from './ablation.ts'
import {type FanOutTimes, fanOut} from './fanOut.ts'
import type {Ablation} from './measure.ts'
import {type QueryTimes, queryTimes} from './queryTimes.ts'
import {realtime} from './realtime.ts'
import {startTimes} from './startTimes.ts'
import {type UsualResult, usualTimes} from './usualQueries.ts'
import {writeTimes} from './writeTimes.ts'

const SIZES = [200, 2000, 20_000]
const USUAL_SIZES = [20_000, 100_000]
const results = fileURLToPath(new URL('results.json', import.meta.url))

/**
 * Everything, from the usual queries to fifty tabs; a quarter of an hour. `--quick` is a trial with the small datasets;
 * `--usual` measures the usual queries and the parts alone, `--parts` only the parts, and leaves the other results as they
 * are. Exits with 1 if a part is not worth its lines.
 */
const isQuick = process.argv.includes('--quick')
const sizes = isQuick ? SIZES.slice(0, 1) : SIZES
const largest = sizes.at(-1) ?? 0

/** A query takes at least this much longer without a part that stays. */
const WORTH = 1.25
const onlyParts = process.argv.includes('--parts')

const usual: UsualResult[] = []
for (const size of onlyParts ? [] : isQuick ? [2000] : USUAL_SIZES) {
  console.log(`\nUsual queries, ${size} documents (milliseconds)`)
  usual.push(await usualTimes(size, ({query, http, evaluation, plain}) => console.log(query, http, evaluation, plain)))
}
const left: Ablation[] = []
await ablations(largest, (ablation) => {
  left.push(ablation)
  console.log(`${ablation.part}: ${ablation.with} with it, ${ablation.without} without it`)
})
const needless = isQuick ? [] : left.filter((ablation) => ablation.without < WORTH * ablation.with)
for (const {part} of needless)
  console.error(`${part}: gains less than a quarter at ${largest} documents; leave it out.`)
if (needless.length > 0) process.exitCode = 1
if (onlyParts || process.argv.includes('--usual')) {
  const earlier: object = JSON.parse(await readFile(results, 'utf8'))
  const measured = {...(!onlyParts && {usual}), ablations: left}
  await writeFile(results, `${JSON.stringify({...earlier, ...measured}, null, 2)}\n`)
  process.exit()
}

const {memory, ...start} = await startTimes(largest)
console.log('\nStart')
console.table([{...start, ...memory}])

const queries: QueryTimes[] = []
for (const size of sizes) {
  await queryTimes(size, (times) => {
    queries.push(times)
    console.log(`${size} documents: ${times.query}`)
  })
}
console.log('\nQueries (milliseconds)')
console.table(
  queries.map(({documents, query, evaluation, http, plain, ratio}) => ({
    documents,
    query,
    'evaluation p50': evaluation.p50,
    'evaluation p99': evaluation.p99,
    'HTTP p50': http.p50,
    'HTTP p99': http.p99,
    processor: evaluation.processor,
    'groq-js p50': plain.p50,
    'groq-js processor': plain.processor,
    ratio,
  })),
)

const writes = await writeTimes(largest)
console.log('\nDurable mutations')
console.table([
  {
    documents: writes.documents,
    'commit p50': writes.commit.p50,
    perSecond: writes.perSecond,
    httpPerSecond: writes.httpPerSecond,
  },
])

const fanOuts: FanOutTimes[] = []
for (const listeners of [1, 10, 50]) fanOuts.push(await fanOut(listeners))
console.log('\nFrom a commit to the last listener (milliseconds)')
console.table(fanOuts.map(({listeners, latency}) => ({listeners, p50: latency.p50, p99: latency.p99})))

const tabs = await realtime()
console.log('\nFifty tabs')
console.table([{...tabs, latency: tabs.latency.p50, 'latency p99': tabs.latency.p99}])

await writeFile(
  results,
  `${JSON.stringify({node: process.version, start: {...start, memory}, queries, writes, fanOuts, tabs, usual, ablations: left}, null, 2)}\n`,
)
console.log(`\nWritten to ${results}`)
if (tabs.wrong > 0) process.exitCode = 1
