#!/usr/bin/env node
import {loadReleaseRule} from './cli/configFiles.ts'
import {type Command, HELP, readArguments} from './cli/readArguments.ts'
import {runTask, tokensForTests} from './cli/tasks.ts'
import {importDataset} from './dataset/importDataset.ts'
import {runDev} from './dev/runDev.ts'
import {messageOf} from './errors.ts'
import type {Lake, StartOptions} from './Lake.ts'
import {startLake} from './startLake.ts'
import {createTestLake, type TestLakeOptions} from './testLake.ts'
import type {LakeOptions, RunningLake} from './types.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

function closeOnSignal(lake: Pick<RunningLake, 'close'>): void {
  const close = () => lake.close().then(() => process.exit(0), fail)
  // Once: a second Ctrl-C kills the process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, close)
  if (endsWithParent) process.removeListener('disconnect', die).once('disconnect', close)
}

/** Set when the command re-runs the lake in another Node: a parent killed with SIGKILL cannot forward the signal. */
const endsWithParent = process.env.LAKE_ENDS_WITH_PARENT !== undefined && process.connected
const die = () => process.exit(1)

function endWithParent(): void {
  if (!endsWithParent) return
  process.once('disconnect', die)
  // The channel alone must not keep the process alive.
  process.channel?.unref()
}

/** Ignores a closed output, as of `head`: the lake goes on without a log, and a task finishes. */
function outliveReader(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
}

function announce({lake}: Command, message: string): void {
  const isJson = lake.logFormat === 'json'
  print(isJson ? JSON.stringify({time: new Date().toISOString(), level: 'info', message}) : message)
}

/** Imports before the lake serves: a site built from half of its content would cache it. */
function importOf(command: Command): Pick<StartOptions, 'prepare'> {
  const {task, importMode} = command
  if (task.name !== 'import') return {}
  const run = async (lake: Lake) => {
    const {documents, assets} = await importDataset(lake, task.value, {mode: importMode})
    announce(command, `Imported ${documents} documents and ${assets} assets from ${task.value}`)
  }
  return {prepare: {reason: 'it is importing its content', run}}
}

function testOptions(given: LakeOptions): TestLakeOptions {
  const {dir: _dir, host: _host, allowedHosts: _hosts, publicUrl: _url, trustedProxies: _proxies, ...options} = given
  return {port: 3333, ...options, tokens: tokensForTests()}
}

async function run(): Promise<void> {
  const [first, ...others] = process.argv.slice(2)
  if (first === 'dev') {
    process.exitCode = await runDev(others, complain)
    return
  }
  const command = readArguments(process.argv.slice(2))
  if (command.help) {
    print(HELP.trimEnd())
    return
  }
  const outcome = await runTask(command)
  if (outcome !== undefined) {
    print(outcome)
    return
  }

  const rule = command.releaseRule === undefined ? {} : {releaseRule: await loadReleaseRule(command.releaseRule)}
  if (command.task.name === 'seed') {
    const lake = await createTestLake({...testOptions(command.lake), ...rule, seed: command.task.value, log: complain})
    closeOnSignal(lake)
    const {url, projectId, dataset} = lake
    announce(command, `Content lake for tests ready at ${url} (project ${projectId}, dataset ${dataset}, in memory)`)
    return
  }

  const lake = await startLake({...command.lake, ...rule, ...importOf(command), log: complain})
  closeOnSignal(lake)
  const {projectId, dataset, dir} = lake.options
  if (lake.metricsPort !== undefined) announce(command, `Metrics at http://127.0.0.1:${lake.metricsPort}/metrics`)
  announce(command, `Content lake ready at ${lake.url} (project ${projectId}, dataset ${dataset}, data in ${dir})`)
}

/** Operator error: print the message without a stack. */
function fail(error: unknown): void {
  complain(messageOf(error))
  process.exit(1)
}

endWithParent()
outliveReader()
run().catch(fail)
