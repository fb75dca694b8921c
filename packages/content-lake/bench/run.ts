import {writeFile} from 'node:fs/promises'
import {fileURLToPath} from 'node:url'
import {type FanOutTimes, fanOut} from './fanOut.ts'
import {type QueryTimes, queryTimes} from './queryTimes.ts'
import {realtime} from './realtime.ts'
import {startTimes} from './startTimes.ts'
import {writeTimes} from './writeTimes.ts'

const SIZES = [200, 2000, 20_000]
const results = fileURLToPath(new URL('results.json', import.meta.url))

/** Everything, from the start of a lake to fifty tabs; some minutes. `--quick` is a trial with the small datasets. */
const sizes = process.argv.includes('--quick') ? SIZES.slice(0, 1) : SIZES
const largest = sizes.at(-1) ?? 0

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
  `${JSON.stringify({node: process.version, start: {...start, memory}, queries, writes, fanOuts, tabs}, null, 2)}\n`,
)
console.log(`\nWritten to ${results}`)
if (tabs.wrong > 0) process.exitCode = 1
