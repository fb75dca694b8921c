import {spawn} from 'node:child_process'
import {randomBytes} from 'node:crypto'
import {parseArgs} from 'node:util'
import {importDataset} from '../dataset/importDataset.ts'
import {LakeOpenError, messageOf, UsageError} from '../errors.ts'
import type {Lake} from '../Lake.ts'
import {startLake} from '../startLake.ts'
import {findEnvironment} from './findEnvironment.ts'
import {preloadUrl, proxiedHostsInNode, withoutProxy} from './target.ts'

const USAGE =
  'Usage: embedded-content-lake dev [--project <id>] [--dataset <name>] [--dir <folder>] [--port <number>] [--import <dataset>] -- <command>'

/** @throws UsageError for unknown options and a missing command. */
function readDevArguments(args: readonly string[]) {
  const end = args.indexOf('--')
  const command = end === -1 ? [] : args.slice(end + 1)
  if (command.length === 0) throw new UsageError(USAGE)
  const text = {type: 'string'} as const
  try {
    const options = {project: text, dataset: text, dir: text, port: text, import: text}
    const {values} = parseArgs({args: args.slice(0, end), options})
    if (Object.values(values).includes('')) throw new Error('An option has no value')
    const port = Number(values.port ?? 3399)
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error('--port must be a number up to 65535')
    const {project: projectId, dataset, dir = '.data/lake', import: importFrom} = values
    return {projectId, dataset, dir, port, importFrom, command}
  } catch (error) {
    throw new UsageError(`${messageOf(error)}. ${USAGE}`)
  }
}

/**
 * Starts a lake under the project's own id, dataset and tokens, and runs a command whose processes, and the browsers that
 * look at what it serves, reach it in place of Sanity. Resolves with the command's exit code. All Node processes below it end
 * with this one, however this one ends.
 *
 * @throws UsageError under NODE_ENV=production, and when there is no command or no project id.
 */
export async function runDev(args: readonly string[], log: (line: string) => void): Promise<number> {
  const {env} = process
  if (env.NODE_ENV === 'production') throw new UsageError('dev is for development, and NODE_ENV is production.')
  const {command, dir, port, importFrom, ...given} = readDevArguments(args)
  const found = findEnvironment(process.cwd(), env)
  const projectId = given.projectId ?? found.projectId
  const dataset = given.dataset ?? found.dataset ?? 'production'
  if (!projectId) {
    throw new UsageError('No Sanity project id was found in the environment, .env files or sanity.cli: give --project.')
  }
  const {readToken, writeToken} = found
  const importMissing = async (lake: Lake) => {
    if (importFrom === undefined) return
    const {documents} = await importDataset(lake, importFrom, {mode: 'missing'})
    log(`Imported ${documents} documents that were missing from ${importFrom}`)
  }
  const editorToken = randomBytes(32).toString('base64url')
  const lake = await startLake({
    projectId,
    dataset,
    dir,
    port,
    host: '127.0.0.1',
    proxiedHosts: proxiedHostsInNode(projectId),
    editorToken,
    log,
    readToken,
    writeToken,
    prepare: {reason: 'it is importing its content', run: importMissing},
  })
  log(`Content lake at ${lake.url} in place of Sanity's project ${projectId}, dataset ${dataset}`)
  const preload = preloadUrl({
    lake: new URL(`http://127.0.0.1:${new URL(lake.url).port}`),
    projectId,
    editorToken,
    pid: process.pid,
  })
  const [program = '', ...rest] = command
  try {
    const child = spawn(program, rest, {
      stdio: 'inherit',
      env: {
        ...env,
        ...withoutProxy(env),
        // The sanity command takes its token from there, rather than the hosted one of a login.
        SANITY_AUTH_TOKEN: lake.tokens.write,
        NODE_OPTIONS: [env.NODE_OPTIONS, `--import=${preload}`].filter(Boolean).join(' '),
      },
    })
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
    // A terminal sends Ctrl-C to both: many programs take a second one for an order to end at once.
    process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
    return await new Promise<number>((resolve, reject) => {
      child.once('error', (error) => reject(new LakeOpenError(`${program} could not be run: ${error.message}`)))
      child.once('exit', (code) => resolve(code ?? 1))
    })
  } finally {
    await lake.close()
  }
}
