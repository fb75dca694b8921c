import {execFile} from 'node:child_process'
import {cp, mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {promisify} from 'node:util'
import {createDataset} from './dataset.ts'
import {figuresOf} from './measure.ts'
import {withLake} from './openBenchLake.ts'

export interface StartTimes {
  documents: number
  /** Milliseconds from the start of the process to its answering; `opened` is without loading the program. */
  started: number
  opened: number
  /** Processor time of all threads until then. */
  startedProcessor: number
  /** Processor time of the text index, which is made in the background after the first search. */
  textIndexed: number
  /** Resident memory in MiB. */
  memory: {afterStart: number; withTwoPerspectives: number; withTextIndex: number}
}

const RUNS = 5
const program = fileURLToPath(new URL('startProcess.ts', import.meta.url))

/** Opens a lake with so many documents in a process of its own, several times; the median of each figure. */
export async function startTimes(size: number): Promise<StartTimes> {
  const dir = await mkdtemp(join(tmpdir(), 'lake-bench-start-'))
  try {
    await withLake(createDataset(size).documents, async (lake) => {
      lake.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      await cp(join(lake.options.dir, 'lake.db'), join(dir, 'lake.db'))
    })
    const runs: Record<string, number>[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const {stdout} = await promisify(execFile)(process.execPath, ['--expose-gc', program, dir])
      runs.push(JSON.parse(stdout))
    }
    const median = (name: string) => figuresOf(runs.map((run) => run[name] ?? 0)).p50
    return {
      documents: size,
      started: median('started'),
      opened: median('opened'),
      startedProcessor: median('startedProcessor'),
      textIndexed: median('textIndexed'),
      memory: {
        afterStart: median('afterStart'),
        withTwoPerspectives: median('withTwoPerspectives'),
        withTextIndex: median('withTextIndex'),
      },
    }
  } finally {
    await rm(dir, {recursive: true, force: true})
  }
}
