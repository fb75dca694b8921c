import {type ChildProcess, spawn} from 'node:child_process'
import {randomUUID} from 'node:crypto'
import {rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {messageOf} from '../../lib/messageOf.ts'
import {root} from './paths.ts'
import {step, UserError} from './report.ts'

/** A process that is kept running. */
export interface Supervised {
  /** Ends the process for good; resolves when it is gone. */
  stop: () => Promise<void>
  /** Prevents restarts: Ctrl-C reaches all processes at once, so that one may be gone before it is its turn to be stopped. */
  preventRestart?: () => void
  /** Rejects with a UserError once the process has died too often to be started again. Never resolves. */
  failed?: Promise<never>
}

export interface Replaceable extends Supervised {
  /**
   * Starts a second process, ends the first once the second is ready, and keeps the second running from then on. Should
   * the first die before that, it is started again as ever.
   *
   * @param others resolves once the processes that are replaced at the same time are as far; passed on to `ready`.
   * @throws UserError if the second does not get ready; the first runs on.
   */
  replace: (by: Program, others?: () => Promise<void>) => Promise<void>
}

/** Node's arguments: its own, the script and the script's. */
export interface Program {
  args: string[]
  env: Record<string, string | undefined>
  cwd?: string | undefined
}

interface SuperviseOptions extends Program {
  name: string
  /** File with the id of the running process. */
  pidFile: string
  /** Resolves once the process is ready. `instance` is its `INSTANCE_ID`, `others` that of `replace`. */
  ready: (instance: string, child: ChildProcess, others?: () => Promise<void>) => Promise<void>
  /** Starts the process, with a channel for messages. */
  start?: (program: Program) => ChildProcess
  /** Called with the new process once the old one is being stopped. */
  onReplacing?: (child: ChildProcess) => void
  /** Called with the new process once the old one has exited. */
  onReplaced?: (child: ChildProcess) => void
  restarts?: RestartPolicy
  heartbeat?: Heartbeat
}

interface Heartbeat {
  /** Milliseconds between two messages of the process. */
  interval: number
  /** After so many intervals without one the event loop is taken to stand still, as in an endless loop. */
  missed: number
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

/** Two minutes: a disk or a processor that is slow for a while is no reason. */
const defaultHeartbeat: Heartbeat = {interval: 5_000, missed: 24}

const stopLimit = 10_000

/**
 * Runs a long-lived Node script and restarts it with exponential back-off when it exits by itself, up to a limit, or hangs.
 * Resolves once it is ready; rejects if it exits before it was ready for the first time.
 */
export async function superviseProcess(options: SuperviseOptions): Promise<Replaceable> {
  const policy = options.restarts ?? defaultRestarts
  const {promise: failed, reject: giveUp} = Promise.withResolvers<never>()
  // Without a listener the rejection would end this process.
  failed.catch(() => {})
  let stopping = false
  let pause: NodeJS.Timeout | undefined
  let program: Program = options
  /** Unstable runs in a row. */
  let unstable = 0
  let restartedAt: number[] = []

  /** Resolves once the process is ready; rejects, and leaves none behind, if it ends before. */
  const launchFirst = async (first: Program, others?: () => Promise<void>) => {
    const launched = launch(options, first, others)
    const endedEarly = new Promise<never>((_, reject) => {
      launched.child.once('exit', (code, signal) =>
        reject(
          new UserError(
            `${options.name} ended before it was ready (${signal ?? `exit code ${code}`}); its own message is above.`,
          ),
        ),
      )
    })
    endedEarly.catch(() => {})
    await Promise.race([launched.ready, endedEarly]).catch(async (error: unknown) => {
      await end(launched.child)
      throw error
    })
    return launched
  }

  const restartOnExit = (launched: Run) => {
    const {child, readyAt} = launched
    child.once('exit', (code, signal) => {
      if (stopping || launched !== run) return
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
        run = launch(options, program)
        restartOnExit(run)
      }, delay)
    })
  }

  let run = await launchFirst(program).catch((error: unknown) => {
    notePid(options.pidFile, undefined)
    throw error
  })
  restartOnExit(run)

  const preventRestart = () => {
    stopping = true
    clearTimeout(pause)
  }

  return {
    failed,
    preventRestart,
    replace: async (by, others) => {
      const next = await launchFirst(by, others).catch((error: unknown) => {
        notePid(options.pidFile, run.child.pid)
        throw error
      })
      clearTimeout(pause)
      const old = run
      run = next
      program = by
      notePid(options.pidFile, next.child.pid)
      unstable = 0
      restartOnExit(next)
      const gone = end(old.child)
      options.onReplacing?.(next.child)
      await gone
      options.onReplaced?.(next.child)
    },
    stop: async () => {
      preventRestart()
      await end(run.child)
      notePid(options.pidFile, undefined)
    },
  }
}

interface Run {
  child: ChildProcess
  ready: Promise<void>
  /** When it was ready, by `performance.now()`. */
  readyAt: () => number | undefined
}

const preload = join(import.meta.dirname, 'endWithParent.ts')

function launch(
  {name, pidFile, ready: untilReady, start = startProcess, heartbeat = defaultHeartbeat}: SuperviseOptions,
  {args, env, cwd}: Program,
  others?: () => Promise<void>,
): Run {
  const instance = randomUUID()
  const child = start({
    args: ['--import', preload, ...args],
    env: {
      ...env,
      INSTANCE_ID: instance,
      SUPERVISOR_PID: String(process.pid),
      HEARTBEAT_INTERVAL: String(heartbeat.interval),
    },
    cwd,
  })
  notePid(pidFile, child.pid)
  let readyAt: number | undefined
  const ready = untilReady(instance, child, others).then(() => {
    readyAt = performance.now()
    // A debugger may hold it for as long as it likes.
    if (!process.env.NODE_OPTIONS?.includes('--inspect')) endWhenHung(child, name, heartbeat)
  })
  // Ends it, so that a process that never gets ready is restarted or given up like one that exited. Not by SIGKILL, as
  // its own processes would live on.
  ready.catch(() => end(child))
  return {child, ready, readyAt: () => readyAt}
}

/** Counts intervals of this process rather than time, which goes on while the whole computer sleeps. */
function endWhenHung(child: ChildProcess, name: string, {interval, missed}: Heartbeat): void {
  let silent = 0
  child.on('message', () => {
    silent = 0
  })
  const watch = setInterval(() => {
    silent += 1
    if (silent < missed) return
    clearInterval(watch)
    step(`${name} has given no sign of life for ${(interval * missed) / 1000} s; ending it`)
    void end(child)
  }, interval)
  child.once('exit', () => clearInterval(watch))
}

/** Only a later start and doctor read the file, so a disk that refuses it, being full or read-only, ends nothing. */
function notePid(file: string, pid: number | undefined): void {
  try {
    if (pid === undefined) rmSync(file, {force: true})
    else writeFileSync(file, `${pid}\n`)
  } catch (error) {
    step(`${file} cannot be written: ${messageOf(error)}`)
  }
}

function startProcess({args, env, cwd = root}: Program): ChildProcess {
  return spawn(process.execPath, args, {
    cwd,
    env: {...process.env, ...env},
    // The channel tells the child that its parent is gone.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const hardStop = setTimeout(() => child.kill('SIGKILL'), stopLimit)
  await gone
  clearTimeout(hardStop)
}
