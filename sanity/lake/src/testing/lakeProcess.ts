import {createLake} from '../createLake.ts'

/** A lake in a process of its own, so that a test can kill it: `node lakeProcess.ts <dir>` prints its address. */
const [, , dir = ''] = process.argv
const lake = await createLake({dir, port: 0, writeToken: 'test-write-token', readToken: 'test-read-token'})
console.log(lake.url)
