import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {testProduct} from './testProduct.ts'

function signalProcess(name: 'lake' | 'site', signal: NodeJS.Signals): void {
  process.kill(Number(readFileSync(join(testProduct.dataDir, `${name}.pid`), 'utf8')), signal)
}

/** Kills the lake, as a crash or a power cut does; the supervisor restarts it. */
export function killLake(): void {
  signalProcess('lake', 'SIGKILL')
}

/** Kills the site's process; the supervisor restarts it. */
export function killSite(): void {
  signalProcess('site', 'SIGKILL')
}

/** Runs `outage` while the lake accepts connections but does not respond. */
export async function whileLakeHangs(outage: () => Promise<void>): Promise<void> {
  signalProcess('lake', 'SIGSTOP')
  try {
    await outage()
  } finally {
    signalProcess('lake', 'SIGCONT')
  }
}
