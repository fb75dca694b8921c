import {setTimeout} from 'node:timers/promises'
import {SYSTEM} from '../src/access/identities.ts'
import {startLake} from '../src/startLake.ts'

/** Started by `startTimes`: opens the lake of a folder and says how long that took and how much memory it holds. */
const [, , dir = ''] = process.argv
const opening = performance.now()
const lake = await startLake({dir, port: 0, log: () => {}})
/** Since the process began. */
const started = performance.now()
const opened = started - opening
const {user, system} = process.cpuUsage()
const startedProcessor = (user + system) / 1000
const memory = () => {
  globalThis.gc?.()
  return Math.round(process.memoryUsage().rss / 2 ** 20)
}
const afterStart = memory()

await lake.query({query: '*[path == "a"]', perspective: 'published', identity: SYSTEM})
await lake.query({query: '*[path == "a"]', perspective: 'drafts', identity: SYSTEM})
const withTwoPerspectives = memory()

const before = process.threadCpuUsage()
while (!lake.documents.indexes.withText(['A'], 'every', true)) await setTimeout(1)
const textUsage = process.threadCpuUsage(before)
const textIndexed = (textUsage.user + textUsage.system) / 1000
const withTextIndex = memory()
console.log(
  JSON.stringify({started, startedProcessor, opened, textIndexed, afterStart, withTwoPerspectives, withTextIndex}),
)
await lake.close()
