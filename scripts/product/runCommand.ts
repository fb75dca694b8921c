import {spawn} from 'node:child_process'
import {root} from './paths.ts'
import {UserError} from './report.ts'

interface CommandOptions {
  cwd?: string
  env?: Record<string, string | undefined>
  /** Shown when the command fails; its output is printed before. */
  failure: string
}

/** Runs a command to its end. Its output is held back and printed only when it fails, unless `VERBOSE` is set. */
export async function runCommand(command: string, args: string[], options: CommandOptions): Promise<void> {
  const verbose = Boolean(process.env.VERBOSE)
  const child = spawn(command, args, {
    cwd: options.cwd ?? root,
    env: {...process.env, ...options.env},
    stdio: verbose ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  const output: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code === 0) return
  process.stderr.write(Buffer.concat(output))
  throw new UserError(options.failure)
}
