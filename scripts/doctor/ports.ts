/** Ports: free, held by this product, or held by another program. */
import {globSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {assertPortFree} from '../product/assertPortsFree.ts'
import {isOurs} from '../product/lockFolders.ts'
import {dataDir} from '../product/paths.ts'
import {UserError} from '../product/report.ts'
import {answerLimit, type Finding, fail, ok} from './checkResult.ts'

interface Server {
  name: 'site' | 'lake'
  port: number
  variable: string
  /** Address of its health check. */
  health: string
}

/** Checks the port of a server, which may be running. */
export async function checkPort(server: Server): Promise<Finding[]> {
  const {name, port, variable, health} = server
  if (await runs(server)) return [ok(`Port ${port} (${variable}): the ${name} is running`)]
  try {
    await assertPortFree(port, variable)
    return [ok(`Port ${port} (${variable}) is free`)]
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    const [pid] = startedProcesses(name)
    if (pid === undefined) return [fail(error.message)]
    return [
      fail(
        `${error.message} If it is the ${name} itself (process ${pid}), it does not answer at ${health}: look at its log, and restart the product.`,
      ),
    ]
  }
}

/** Returns whether the server that answers is the process that this data folder names, as far as that can be found out. */
async function runs({name, health}: Server): Promise<boolean> {
  const response = await fetch(health, {redirect: 'manual', signal: AbortSignal.timeout(answerLimit)}).catch(
    () => undefined,
  )
  await response?.body?.cancel()
  const instance = response?.headers.get('x-instance')
  if (!response?.ok || instance === null || instance === undefined) return false
  // Started by a process manager, without `npm start`.
  if (instance === '') return true
  // Without /proc nobody can tell this start from another one.
  if (process.platform !== 'linux') return true
  return startedProcesses(name).some((pid) => instanceOf(pid, instance) === instance)
}

/** Returns the processes of this product that pid files name and that are alive: of the site one for each instance. */
export function startedProcesses(name: Server['name']): number[] {
  return globSync(`{${name},${name}-*}.pid`, {cwd: dataDir}).sort().map(readPid).filter(isOurs)
}

/** A process removes its file when it ends; 0 is no process. */
function readPid(file: string): number {
  try {
    return Number(readFileSync(join(dataDir, file), 'utf8'))
  } catch {
    return 0
  }
}

/** The process may belong to another user, and only they can read its environment: then the header counts. */
function instanceOf(pid: number, claimed: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .find((variable) => variable.startsWith('INSTANCE_ID='))
      ?.slice('INSTANCE_ID='.length)
  } catch {
    return claimed
  }
}
