import {existsSync} from 'node:fs'
import {join} from 'node:path'
import {root} from './paths.ts'
import {UserError} from './report.ts'

/** Returns whether only what production needs is installed: `npm run install:production` leaves this file. */
export function isProductionInstall(folder = root): boolean {
  return existsSync(join(folder, 'node_modules/.installed-for-production'))
}

/** Throws where what builds `what` is not installed. */
export function assertCanBuild(what: string): void {
  if (!isProductionInstall()) return
  throw new UserError(
    `There is no build of ${what} of these sources and settings, and only what production needs is installed. Run "npm ci" and "npm start", which builds it; then "npm run install:production" again.`,
  )
}
