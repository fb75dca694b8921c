import {type ChildProcess, spawn} from 'node:child_process'
import {randomUUID} from 'node:crypto'
import {rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {root} from './paths.ts'
import {step, UserError} from './report.ts'

/** A process that is kept running. */
export interface Supervised {
  /** Ends the process for good; resolves when it is gone. */
  stop: () => Promise<void>
  /** Rejects with a UserError once the process has died too often to be started again. Never resolves. */
  failed?: Promise<never>
}

interface SuperviseOptions {
  name: string
  /** A Node script and its arguments. */
  args: string[]
  env: Record<string, string | undefined>
  cwd?: string
  /** Holds the number of the process that runs now. */
  pidFile: string
  /** Resolves once the process does its work. `instance` is what it was started with as `INSTANCE_ID`. */
  ready: (instance: string) => Promise<void>
  restarts?: RestartPolicy
}

export interface RestartPolicy {
  /** Milliseconds before the first restart; each further one waits twice as long. */
  delay: number
  longestDelay: number
  /** A run that was ready for so many milliseconds was sound: the count begins anew. */
  soundRun: number
  /** How many runs in a row may end before they were sound. */
  attempts: number
  /** How many restarts are too many within `window` milliseconds, however sound each run was. */
  mostInWindow: number
  window: number
}

const defaultRestarts: RestartPolicy = {
  delay: 500,
  longestDelay: 8_000,
  soundRun: 5_000,
  attempts: 6,
  mostInWindow: 30,
  window: 600_000,
}

const stopLimit = 10_000

/**
 * Runs a long-lived Node script and starts it again when it dies by itself, with a growing pause, so that one crash
 * does not end the product and a crash at every start does. Resolves once it is ready; a process that ends before it
 * was ready for the first time is an error.
 */
export async function superviseProcess(options: SuperviseOptions): Promise<Supervised> {
  const policy = options.restarts ?? defaultRestarts
  const {promise: failed, reject: giveUp} = Promise.withResolvers<never>()
  // Whoever does not wait for it must not end the process by it.
  failed.catch(() => {})
  let stopping = false
  let pause: NodeJS.Timeout | undefined
  let run = launch(options)
  /** Runs in a row that ended before they were sound. */
  let unsound = 0
  let restartedAt: number[] = []

  const onExit = ({child, readyAt}: Run) =>
    child.once('exit', (code, signal) => {
      if (stopping) return
      const ended = `stopped unexpectedly (${signal ?? `exit code ${code}`})`
      const now = performance.now()
      const began = readyAt()
      unsound = began !== undefined && now - began >= policy.soundRun ? 0 : unsound + 1
      restartedAt = [...restartedAt.filter((time) => now - time < policy.window), now]
      if (unsound >= policy.attempts || restartedAt.length > policy.mostInWindow) {
        const times = unsound >= policy.attempts ? `${unsound} times in a row` : `${restartedAt.length} times`
        giveUp(
          new UserError(
            `${options.name} ${ended}, ${times}; its own messages are above. Run the command again: a damaged build is repaired at the start.`,
          ),
        )
        return
      }
      const delay = Math.min(policy.delay * 2 ** Math.max(0, unsound - 1), policy.longestDelay)
      step(`${options.name} ${ended}; starting it again in ${delay / 1000} s`)
      pause = setTimeout(() => {
        run = launch(options)
        onExit(run)
      }, delay)
    })

  const endedEarly = new Promise<never>((_, reject) => {
    run.child.once('exit', (code, signal) =>
      reject(
        new UserError(
          `${options.name} ended before it was ready (${signal ?? `exit code ${code}`}); its own message is above.`,
        ),
      ),
    )
  })
  endedEarly.catch(() => {})
  await Promise.race([run.ready, endedEarly]).catch(async (error: unknown) => {
    await end(run.child)
    rmSync(options.pidFile, {force: true})
    throw error
  })
  onExit(run)

  return {
    failed,
    stop: async () => {
      stopping = true
      clearTimeout(pause)
      await end(run.child)
      rmSync(options.pidFile, {force: true})
    },
  }
}

interface Run {
  child: ChildProcess
  ready: Promise<void>
  /** When it was ready, by `performance.now()`. */
  readyAt: () => number | undefined
}

function launch({args, env, pidFile, cwd = root, ready: untilReady}: SuperviseOptions): Run {
  const instance = randomUUID()
  const child = spawn(process.execPath, ['--import', join(import.meta.dirname, 'endWithParent.ts'), ...args], {
    cwd,
    env: {...process.env, ...env, INSTANCE_ID: instance},
    // The channel tells the child that its parent is gone.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  writeFileSync(pidFile, `${child.pid}\n`)
  let readyAt: number | undefined
  const ready = untilReady(instance).then(() => {
    readyAt = performance.now()
  })
  // One that is never ready is ended, so that it is started again or given up like one that died.
  ready.catch(() => child.kill('SIGKILL'))
  return {child, ready, readyAt: () => readyAt}
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const hardStop = setTimeout(() => child.kill('SIGKILL'), stopLimit)
  await gone
  clearTimeout(hardStop)
}
