import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {SYSTEM} from '../src/access/identities.ts'
import type {StartedLake} from '../src/Lake.ts'
import {startLake} from '../src/startLake.ts'
import type {DocumentInput} from '../src/types.ts'

export const WRITE_TOKEN = 'bench-write-token'
const BATCH = 1000

/** Runs something with a lake that holds these documents, in a folder that is removed afterwards. */
export async function withLake<Result>(
  documents: readonly DocumentInput[],
  run: (lake: StartedLake) => Promise<Result>,
): Promise<Result> {
  const dir = await mkdtemp(join(tmpdir(), 'lake-bench-'))
  const lake = await startLake({dir, port: 0, writeToken: WRITE_TOKEN, readToken: 'bench-read-token', log: () => {}})
  try {
    for (let start = 0; start < documents.length; start += BATCH) {
      const mutations = documents.slice(start, start + BATCH).map((document) => ({create: document}))
      lake.commit({mutations, author: SYSTEM})
    }
    return await run(lake)
  } finally {
    await lake.close()
    await rm(dir, {recursive: true, force: true})
  }
}
