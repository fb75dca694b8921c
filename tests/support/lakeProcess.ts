import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {testProduct} from './testProduct.ts'

function signalProcess(name: 'lake' | 'site', signal: NodeJS.Signals): void {
  process.kill(Number(readFileSync(join(testProduct.dataDir, `${name}.pid`), 'utf8')), signal)
}

/** Ends the lake at once, as a crash or a power cut does; the supervisor starts it again. */
export function killLake(): void {
  signalProcess('lake', 'SIGKILL')
}

/** Ends the site's process at once; the supervisor starts it again. */
export function killSite(): void {
  signalProcess('site', 'SIGKILL')
}

/** Runs `outage` while the lake takes connections but answers none: the worst way for a server to be down. */
export async function whileLakeHangs(outage: () => Promise<void>): Promise<void> {
  signalProcess('lake', 'SIGSTOP')
  try {
    await outage()
  } finally {
    signalProcess('lake', 'SIGCONT')
  }
}
