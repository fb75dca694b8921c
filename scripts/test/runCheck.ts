import {spawn} from 'node:child_process'
import {root} from '../product/paths.ts'
import {seconds, step} from '../product/report.ts'
import type {Tally} from './tally.ts'

/** Runs one command as one test. With `pipe`, its output is shown only when it fails. */
export async function runCheck(
  title: string,
  command: string,
  args: string[],
  env: Record<string, string> = {},
  output: 'pipe' | 'inherit' = 'pipe',
): Promise<Tally> {
  const start = performance.now()
  const child = spawn(command, args, {cwd: root, env: {...process.env, ...env}, stdio: ['ignore', output, output]})
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) process.stderr.write(Buffer.concat(chunks))
  step(`${title}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds(start)}`)
  return {passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0}
}
