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
  /** File with the id of the running process. */
  pidFile: string
  /** Resolves once the process is ready. `instance` is its `INSTANCE_ID`. */
  ready: (instance: string) => Promise<void>
  restarts?: RestartPolicy
}

export interface RestartPolicy {
  /** Milliseconds before the first restart; doubled for each further one, up to `maxDelay`. */
  delay: number
  maxDelay: number
  /** A run that was ready for so many milliseconds was stable, and resets the count of attempts. */
  stableAfter: number
  /** Most unstable runs in a row. */
  attempts: number
  /** Most restarts within `window` milliseconds, stable or not. */
  maxInWindow: number
  window: number
}

const defaultRestarts: RestartPolicy = {
  delay: 500,
  maxDelay: 8_000,
  stableAfter: 5_000,
  attempts: 6,
  maxInWindow: 30,
  window: 600_000,
}

const stopLimit = 10_000

/**
 * Runs a long-lived Node script and restarts it with exponential back-off when it exits by itself, up to a limit.
 * Resolves once it is ready; rejects if it exits before it was ready for the first time.
 */
export async function superviseProcess(options: SuperviseOptions): Promise<Supervised> {
  const policy = options.restarts ?? defaultRestarts
  const {promise: failed, reject: giveUp} = Promise.withResolvers<never>()
  // Without a listener the rejection would end this process.
  failed.catch(() => {})
  let stopping = false
  let pause: NodeJS.Timeout | undefined
  let run = launch(options)
  /** Unstable runs in a row. */
  let unstable = 0
  let restartedAt: number[] = []

  const onExit = ({child, readyAt}: Run) =>
    child.once('exit', (code, signal) => {
      if (stopping) return
      const ended = `stopped unexpectedly (${signal ?? `exit code ${code}`})`
      const now = performance.now()
      const began = readyAt()
      unstable = began !== undefined && now - began >= policy.stableAfter ? 0 : unstable + 1
      restartedAt = [...restartedAt.filter((time) => now - time < policy.window), now]
      if (unstable >= policy.attempts || restartedAt.length > policy.maxInWindow) {
        const times = unstable >= policy.attempts ? `${unstable} times in a row` : `${restartedAt.length} times`
        giveUp(
          new UserError(
            `${options.name} ${ended}, ${times}; its own messages are above. Run the command again: a damaged build is repaired at the start.`,
          ),
        )
        return
      }
      const delay = Math.min(policy.delay * 2 ** Math.max(0, unstable - 1), policy.maxDelay)
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
    env: {...process.env, ...env, INSTANCE_ID: instance, SUPERVISOR_PID: String(process.pid)},
    // The channel tells the child that its parent is gone.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  writeFileSync(pidFile, `${child.pid}\n`)
  let readyAt: number | undefined
  const ready = untilReady(instance).then(() => {
    readyAt = performance.now()
  })
  // Killed, so that a process that never gets ready is restarted or given up like one that exited.
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
