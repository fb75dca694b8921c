import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {createInterface} from 'node:readline'
import {onTestFinished} from 'vitest'
import type {LakeOptions} from '../types.ts'

export interface SpawnedLake {
  url: string
  pid: number
  isAlive(): boolean
  /** Ends it without warning. Settles when it is gone, and its folder free again. */
  kill(): Promise<void>
}

interface ProcessLimits {
  /** Files and connections that it may have open at a time. */
  openFiles?: number
}

export async function spawnLake(
  dir: string,
  options: Partial<LakeOptions> = {},
  {openFiles}: ProcessLimits = {},
): Promise<SpawnedLake> {
  const script = new URL('lakeProcess.ts', import.meta.url).pathname
  const node = [process.execPath, script, dir, JSON.stringify(options)]
  const limit = openFiles === undefined ? '' : `ulimit -n ${openFiles};`
  const child = spawn('sh', ['-c', `${limit} exec "$@"`, 'sh', ...node], {stdio: ['ignore', 'pipe', 'inherit']})
  const exited = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  onTestFinished(kill)
  const [url] = await once(createInterface(child.stdout), 'line')
  return {
    url: String(url),
    pid: child.pid ?? 0,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    kill,
  }
}
