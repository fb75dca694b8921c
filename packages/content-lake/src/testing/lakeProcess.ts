import {startLake} from '../startLake.ts'

/** Entry of a lake in a child process: `node lakeProcess.ts <dir> [options]` prints its address. */
const [, , dir = '', options = '{}'] = process.argv
const tokens = {writeToken: 'test-write-token', readToken: 'test-read-token'}
const lake = await startLake({port: 0, log: () => {}, ...tokens, ...JSON.parse(options), dir})
console.log(lake.url)
