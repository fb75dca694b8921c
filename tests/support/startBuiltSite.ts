import {type ChildProcess, spawn} from 'node:child_process'
import {join} from 'node:path'
import {root} from '../../scripts/product/paths.ts'
import {untilReady} from '../../scripts/product/untilReady.ts'

export interface RunningSite {
  process: ChildProcess
  /** Its output so far. */
  output: () => string
  /** Kills the process. */
  stop: () => Promise<void>
}

/** Serves a build of the site, configured by the environment. Resolves once it is ready. */
export async function startBuiltSite(environment: NodeJS.ProcessEnv, nodeOptions: string[] = []): Promise<RunningSite> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...nodeOptions, join(root, 'server.ts')],
    {cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe']},
  )
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await Promise.race([
    untilReady(`http://localhost:${environment.PORT}/h5/api/health`),
    gone.then(() => {
      throw new Error(`The site ended: ${text}`)
    }),
  ])
  return {
    process: child,
    output: () => text,
    stop: async () => {
      child.kill('SIGKILL')
      await gone
    },
  }
}
