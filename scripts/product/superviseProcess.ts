import {type ChildProcess, spawn} from 'node:child_process'
import {rmSync, writeFileSync} from 'node:fs'
import {root} from './paths.ts'
import {step, UserError} from './report.ts'

/** A process that is kept running. */
export interface Supervised {
  /** Ends the process for good; resolves when it is gone. */
  stop: () => Promise<void>
}

interface SuperviseOptions {
  name: string
  command: string
  args: string[]
  env: Record<string, string | undefined>
  cwd?: string
  /** Holds the number of the process that runs now. */
  pidFile: string
  /** Resolves once the process does its work. */
  ready: () => Promise<void>
}

const restartDelay = 500
const stopLimit = 10_000

/**
 * Runs a long-lived process and starts it again when it dies by itself, so that one crash does not end the product.
 * Resolves once it is ready; a process that ends before it was ready is an error.
 */
export async function superviseProcess(options: SuperviseOptions): Promise<Supervised> {
  let stopping = false
  let restart: NodeJS.Timeout | undefined
  let child = launch(options)
  const endedEarly = new Promise<never>((_, reject) => {
    child.once('exit', (code, signal) =>
      reject(
        new UserError(
          `${options.name} ended before it was ready (${signal ?? `exit code ${code}`}); its own message is above.`,
        ),
      ),
    )
  })
  await Promise.race([options.ready(), endedEarly]).catch(async (error: unknown) => {
    await end(child)
    throw error
  })
  endedEarly.catch(() => {})

  const keepRunning = () =>
    child.once('exit', (code, signal) => {
      if (stopping) return
      step(`${options.name} stopped unexpectedly (${signal ?? `exit code ${code}`}); starting it again`)
      restart = setTimeout(() => {
        child = launch(options)
        keepRunning()
      }, restartDelay)
    })
  keepRunning()

  return {
    stop: async () => {
      stopping = true
      clearTimeout(restart)
      await end(child)
      rmSync(options.pidFile, {force: true})
    },
  }
}

function launch({command, args, env, pidFile, cwd = root}: SuperviseOptions): ChildProcess {
  const child = spawn(command, args, {cwd, env: {...process.env, ...env}, stdio: ['ignore', 'inherit', 'inherit']})
  writeFileSync(pidFile, `${child.pid}\n`)
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const hardStop = setTimeout(() => child.kill('SIGKILL'), stopLimit)
  await gone
  clearTimeout(hardStop)
}
