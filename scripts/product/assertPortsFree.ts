import {createServer} from 'node:net'
import {metricsPortsOf, type Product} from './prepare.ts'
import {UserError} from './report.ts'

/** `localhost` may resolve to either; another program on one of them would answer instead. */
const addresses = ['127.0.0.1', '::1']

/**
 * Checks that the ports are free. Call it before builds, which take a while.
 *
 * @param studio whether the Studio's development server is started, too.
 * @throws UserError that names the variable to change.
 */
export async function assertPortsFree(product: Product, {studio = false} = {}): Promise<void> {
  const ports = {
    PORT: product.sitePort,
    ...(product.source.embedded && {LAKE_PORT: product.lakePort}),
    ...(studio && {STUDIO_DEV_PORT: product.studioPort}),
    ...metricsPortsOf(product, product.source),
  }
  for (const [variable, port] of Object.entries(ports)) await assertPortFree(port, variable)
  await assertOwnAddress(product.siteHost)
  // Another program may hold the port there alone.
  await assertAddressFree(product.sitePort, product.siteHost, 'PORT')
}

async function assertOwnAddress(host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new UserError(
          `HOST is ${host}, at which this machine cannot listen (${error.code}). Set it to 0.0.0.0 for all of its addresses, or to one of them, or unset it.`,
        ),
      ),
    )
    probe.listen({port: 0, host}, () => probe.close(() => resolve()))
  })
}

/** The same for one port and the variable that sets it, which may be followed by whose port it is. */
export async function assertPortFree(port: number, variable: string): Promise<void> {
  for (const address of addresses) await assertAddressFree(port, address, variable.split(' ', 1).join())
}

async function assertAddressFree(port: number, address: string, variable: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      // A machine without IPv6.
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve()
      else if (error.code === 'EADDRINUSE') {
        reject(
          new UserError(
            `Port ${port} is in use. Stop the program that holds it, or choose another: ${variable}=<port>.`,
          ),
        )
      } else reject(new UserError(`Port ${port} cannot be opened (${error.code}). Choose another: ${variable}=<port>.`))
    })
    probe.listen({port, host: address, exclusive: true}, () => probe.close(() => resolve()))
  })
}
