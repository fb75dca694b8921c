import {messageOf} from '../lib/messageOf.ts'
import {type BuiltStudio, buildStudioBeside} from './product/buildStudio.ts'
import {readCommandLine} from './product/commandLine.ts'
import {lockReleases, makeRelease} from './product/makeRelease.ts'
import {type Product, prepare} from './product/prepare.ts'
import {folderOf, pruneReleases} from './product/releases.ts'
import {step, UserError} from './product/report.ts'
import {runMain} from './product/runMain.ts'
import {lakeTokens} from './product/startLake.ts'
import {assertSameSettings, releaseBefore, switchTo, UnrecordedRelease} from './product/switchRelease.ts'
import {webhookSecret} from './product/webhookSecret.ts'

const usage = `npm run deploy                builds and checks a release beside what runs, then serves it
npm run deploy -- --rollback  serves the release before`

/** Makes a release, or takes the one before, and serves it. */
await runMain(async () => {
  const {rollback} = readCommandLine(usage, {options: {rollback: {type: 'boolean', default: false}}}).values
  const product = prepare()
  lockReleases()
  const {id, studio} = rollback ? {id: releaseBefore()} : await build(product)
  const isServed = await switchTo({id, isRollback: rollback}).catch((error: unknown) => {
    if (error instanceof UnrecordedRelease) serveStudio(studio, `${error.message}\n✗ The site serves release ${id}`)
    else studio?.discard()
    throw error
  })
  const state = isServed ? `The site serves release ${id}` : `Release ${id} is served when "npm start" runs`
  serveStudio(studio, state)
  if (!isServed) pruneReleases()
  step(state)
  process.exit(0)
})

/** Throws a UserError that begins with the state of the site, as the release stays in service. */
function serveStudio(studio: BuiltStudio | undefined, state: string): void {
  try {
    studio?.serve()
  } catch (error) {
    studio?.discard()
    throw new UserError(`${state}; its Studio could not take its place (${messageOf(error)}). Run deploy again.`)
  }
}

/** The Studio is served once the site is: editors must not meet one that is newer than a site whose release is refused. */
async function build(product: Product) {
  assertSameSettings(product.publicVariables)
  const token = product.source.embedded ? lakeTokens(process.env).read : process.env.SANITY_API_READ_TOKEN
  const env = {SANITY_API_READ_TOKEN: token, SANITY_WEBHOOK_SECRET: webhookSecret(process.env)}
  const {id} = await makeRelease(product, env)
  // With the release's packages: the project's own may still be those of another lockfile.
  const studio = product.source.embedded ? await buildStudioBeside(product.publicVariables, folderOf(id)) : undefined
  return {id, studio}
}
