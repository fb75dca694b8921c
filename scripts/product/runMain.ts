import {UserError} from './report.ts'
import type {Supervised} from './superviseProcess.ts'

/**
 * Runs a script's main function. It puts the processes that it starts into `running`: on Ctrl-C, on a polite kill and
 * when the script fails they are stopped, the newest first. An expected failure ends in one sentence, exit code 1.
 */
export async function runMain(main: (running: Supervised[]) => Promise<void>): Promise<void> {
  const running: Supervised[] = []
  let stopping = false
  const stop = async (code: number) => {
    if (stopping) return
    stopping = true
    for (const one of running.toReversed()) await one.stop()
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  try {
    await main(running)
  } catch (error) {
    if (stopping) return
    console.error(error instanceof UserError ? `✗ ${error.message}` : error)
    await stop(1)
  }
}
