import {spawn} from 'node:child_process'
import {join} from 'node:path'
import {root} from './paths.ts'
import {UserError} from './report.ts'

interface CommandOptions {
  cwd?: string
  env?: Record<string, string | undefined>
  /** Message of the error if the command fails. */
  failure: string
}

const preload = join(import.meta.dirname, 'endWithParent.ts')

/**
 * Runs a command, which ends with this process, if it is Node (`process.execPath`) also where this one is killed. Prints its
 * output only if it fails, or if `VERBOSE` is set. Throws a UserError if it fails.
 */
export async function runCommand(command: string, args: string[], options: CommandOptions): Promise<void> {
  const output = process.env.VERBOSE ? 'inherit' : 'pipe'
  const isNode = command === process.execPath
  const child = spawn(command, isNode ? ['--import', preload, ...args] : args, {
    cwd: options.cwd ?? root,
    env: {...process.env, ...options.env, ...(isNode && {SUPERVISOR_PID: String(process.pid)})},
    // By the channel the command learns that this process was killed.
    stdio: [process.env.VERBOSE ? 'inherit' : 'ignore', output, output, ...(isNode ? ['ipc' as const] : [])],
  })
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const end = () => child.kill()
  // Before other listeners, which may remove what it writes.
  process.prependOnceListener('exit', end)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  }).finally(() => process.off('exit', end))
  if (code === 0) return
  process.stderr.write(Buffer.concat(chunks))
  throw new UserError(options.failure)
}
