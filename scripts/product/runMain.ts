import {tmpdir} from 'node:os'
import {inspect} from 'node:util'
import {messageOf} from '../../lib/messageOf.ts'
import {withoutSecrets} from '../../lib/withoutSecrets.ts'
import {fullFolders, refusalOf, remedyFor} from './files.ts'
import {dataDir, root, siteBuildDir, studioBuildDir} from './paths.ts'
import {UserError} from './report.ts'
import type {Supervised} from './superviseProcess.ts'

/**
 * Runs a script's main function, which adds the processes that it starts to `running`. They are stopped, newest first,
 * on SIGINT, SIGTERM and SIGHUP and when the script or one of them fails for good. A UserError and a file that
 * the system refuses are printed without a stack; the exit code is then 1. It is 130 where a signal ends a script that
 * serves nothing.
 */
export async function runMain(main: (running: Supervised[]) => Promise<void>): Promise<void> {
  const running: Supervised[] = []
  let stopping = false
  const stop = async (code: number) => {
    if (stopping) return
    stopping = true
    for (const one of running) one.preventRestart?.()
    for (const one of running.toReversed()) await one.stop()
    process.exit(code)
  }
  // The parent script was killed, so this one has to stop itself.
  process.once('disconnect', () => void stop(1))
  process.channel?.unref()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void stop(running.length > 0 ? 0 : 130))
  // Whoever reads the output has ended, as in `| head`: what serves goes on, all else has nobody to tell.
  for (const output of [process.stdout, process.stderr])
    output.on('error', () => running.length === 0 && process.exit(1))
  try {
    await main(running)
    if (running.length > 0) await Promise.race(running.flatMap(({failed}) => failed ?? []))
  } catch (error) {
    if (stopping) return
    printError(error)
    await stop(1)
  }
}

/** Prints what an operator can mend as a sentence, anything else with its stack; what others answer may quote a password. */
export function printError(error: unknown): void {
  const remedy = remedyOf(error)
  const sentence = remedy ? `✗ ${messageOf(error)}. ${remedy}` : `✗ ${messageOf(error)}`
  const text = remedy || error instanceof UserError ? sentence : inspect(error)
  const shown = withoutSecrets(text, process.env)
  // An error as it is has a stack of its own in a log of JSON.
  console.error(shown === inspect(error) ? error : shown)
}

/** Errors of sockets have such codes, too, but are of other system calls. */
function remedyOf(error: unknown): string | undefined {
  const call = error instanceof Error && 'syscall' in error ? String(error.syscall) : ''
  if (['listen', 'bind', 'connect'].includes(call)) return undefined
  const refusal = refusalOf(error)
  if (!refusal) return undefined
  // The system names no file where a write fails.
  const full = refusal === 'full' ? fullFolders([dataDir, siteBuildDir, studioBuildDir, root, tmpdir()]) : []
  return full.length > 0 ? `The disk of ${full.join(', ')} is full: make room there.` : remedyFor(refusal)
}
