import {UserError} from './report.ts'
import type {Supervised} from './superviseProcess.ts'

/**
 * Runs a script's main function. It puts the processes that it starts into `running`: on Ctrl-C, on a polite kill and
 * when the script or one of them fails for good they are stopped, the newest first. An expected failure ends in one
 * sentence, exit code 1.
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
  // Started by a script that was killed: nobody is left who could stop this one.
  process.once('disconnect', () => void stop(1))
  process.channel?.unref()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
  try {
    await main(running)
    if (running.length > 0) await Promise.race(running.flatMap(({failed}) => failed ?? []))
  } catch (error) {
    if (stopping) return
    console.error(error instanceof UserError ? `✗ ${error.message}` : error)
    await stop(1)
  }
}
