#!/usr/bin/env node
import {type Command, HELP, readArguments} from './cli/readArguments.ts'
import {findTask} from './cli/tasks.ts'
import {createLake} from './createLake.ts'
import {importDataset} from './dataset/importDataset.ts'
import type {Lake, LakeOptions, RunningLake} from './types.ts'

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
  if (endsWithParent) process.removeListener('disconnect', die).once('disconnect', close)
}

/** Set by the command when it runs the lake in another Node: that one may be killed, which nobody can pass on. */
const endsWithParent = process.env.LAKE_ENDS_WITH_PARENT !== undefined && process.connected
const die = () => process.exit(1)

function endWithParent(): void {
  if (!endsWithParent) return
  process.once('disconnect', die)
  // Alone, the channel is no reason to go on.
  process.channel?.unref()
}

/** Imports before the lake answers anything, as a site that was built from half of its content would keep it. */
function importOf({importFrom, importMode}: Command): Pick<LakeOptions, 'prepare'> {
  if (!importFrom) return {}
  const run = async (lake: Lake) => {
    const {documents, assets} = await importDataset(lake, importFrom, {mode: importMode})
    print(`Imported ${documents} documents and ${assets} assets from ${importFrom}`)
  }
  return {prepare: {reason: 'it is importing its content', run}}
}

async function run(): Promise<void> {
  const command = readArguments(process.argv.slice(2))
  if (command.help) {
    print(HELP.trimEnd())
    return
  }
  const task = findTask(command)
  if (task) {
    print(await task())
    return
  }

  const lake = await createLake({...command.lake, ...importOf(command), log: complain})
  closeOnSignal(lake)
  const {projectId, dataset, dir} = lake.options
  print(`Content lake ready at ${lake.url} (project ${projectId}, dataset ${dataset}, data in ${dir})`)
}

/** One sentence for whoever started it. */
function fail(error: unknown): void {
  complain(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

endWithParent()
run().catch(fail)
