import {createServer} from 'node:net'
import type {Product} from './prepare.ts'
import {UserError} from './report.ts'

/** Throws a sentence that names the variable to change when `port` is taken on this machine. */
async function assertPortFree(port: number, variable: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new UserError(
              `Port ${port} is in use. Stop the program that holds it, or choose another: ${variable}=<port>.`,
            )
          : new UserError(`Port ${port} cannot be opened (${error.code}). Choose another: ${variable}=<port>.`),
      ),
    )
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()))
  })
}

/** Checks the ports before anything is built, so that nobody waits for a build to hear of it. */
export async function assertPortsFree({source, sitePort, lakePort}: Product): Promise<void> {
  await assertPortFree(sitePort, 'PORT')
  if (source.embedded) await assertPortFree(lakePort, 'LAKE_PORT')
}
