import {spawn} from 'node:child_process'
import {fileURLToPath} from 'node:url'
import type {DatabasePlace} from '../database/openDatabase.ts'

interface Run {
  place: DatabasePlace
  from: number
  to: number
  /** Also runs a worker that delivers to this URL. */
  webhook?: string
  /** Applies the site's rate limits. */
  limited?: boolean
  /** Kills the process with SIGKILL after so many answers. */
  killAfter?: number
}

/** Runs `submitProcess.ts` to its end. Returns its answers, a line each. */
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
  // A line cut off by the kill was not acknowledged.
  return output
    .slice(0, output.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)
}
