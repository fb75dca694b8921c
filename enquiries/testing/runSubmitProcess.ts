import {spawn} from 'node:child_process'
import {fileURLToPath} from 'node:url'
import type {DatabasePlace} from '../database/openDatabase.ts'

interface Run {
  place: DatabasePlace
  from: number
  to: number
  /** Delivers there while it submits. */
  webhook?: string
  /** With the limits of the site. */
  limited?: boolean
  /** Ends the process at once, as a power cut does, after so many answers. */
  killAfter?: number
}

/** Runs a process that submits; resolves to its answers once it has ended. */
export async function runSubmitProcess({killAfter = Number.POSITIVE_INFINITY, ...run}: Run): Promise<string[]> {
  const script = fileURLToPath(new URL('submitProcess.ts', import.meta.url))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, JSON.stringify(run)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
    if (output.split('\n').length > killAfter) child.kill('SIGKILL')
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0 && killAfter === Number.POSITIVE_INFINITY) throw new Error(`The process ended with ${code}`)
  // A line that was cut off has not been read by anybody.
  return output
    .slice(0, output.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)
}
