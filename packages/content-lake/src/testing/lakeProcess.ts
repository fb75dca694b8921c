import {createLake} from '../createLake.ts'

/** A lake in a process of its own, so that a test can kill it: `node lakeProcess.ts <dir> [options]` prints its address. */
const [, , dir = '', options = '{}'] = process.argv
const tokens = {writeToken: 'test-write-token', readToken: 'test-read-token'}
const lake = await createLake({port: 0, log: () => {}, ...tokens, ...JSON.parse(options), dir})
console.log(lake.url)
