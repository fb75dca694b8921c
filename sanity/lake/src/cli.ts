#!/usr/bin/env node
import {HELP} from './cli/help.ts'
import {readArguments} from './cli/readArguments.ts'
import {taskOf} from './cli/taskOf.ts'
import {createLake} from './createLake.ts'
import {importDataset} from './dataset/importDataset.ts'
import type {RunningLake} from './types.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

function closeOnSignal(lake: RunningLake): void {
  const close = () => {
    lake.close().then(
      () => process.exit(0),
      (error) => fail(error),
    )
  }
  // Once only: a second Ctrl-C ends the process at once.
  process.once('SIGINT', close)
  process.once('SIGTERM', close)
}

async function run(): Promise<void> {
  const command = readArguments(process.argv.slice(2))
  if (command.help) {
    print(HELP.trimEnd())
    return
  }
  const task = taskOf(command)
  if (task) {
    print(await task())
    return
  }

  const lake = await createLake({...command.lake, log: complain})
  closeOnSignal(lake)
  if (command.importFrom) {
    try {
      const {documents, assets} = await importDataset(lake, command.importFrom, {mode: command.importMode})
      print(`Imported ${documents} documents and ${assets} assets from ${command.importFrom}`)
    } catch (error) {
      await lake.close()
      throw error
    }
  }
  const {projectId, dataset, dir} = lake.options
  print(`Content lake ready at ${lake.url} (project ${projectId}, dataset ${dataset}, data in ${dir})`)
}

/** One sentence for whoever started it. */
function fail(error: unknown): void {
  complain(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

run().catch(fail)
