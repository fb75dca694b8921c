import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {testProduct} from './testProduct.ts'

function signalLake(signal: NodeJS.Signals): void {
  process.kill(Number(readFileSync(join(testProduct.dataDir, 'lake.pid'), 'utf8')), signal)
}

/** Ends the lake at once, as a crash or a power cut does; the supervisor starts it again. */
export function killLake(): void {
  signalLake('SIGKILL')
}

/** Runs `outage` while the lake takes connections but answers none: the worst way for a server to be down. */
export async function whileLakeHangs(outage: () => Promise<void>): Promise<void> {
  signalLake('SIGSTOP')
  try {
    await outage()
  } finally {
    signalLake('SIGCONT')
  }
}
