import {basename, relative} from 'node:path'
import {readEnquiryEnv} from '../enquiries/enquiryEnv.ts'
import {basePath} from '../lib/constants.ts'
import {logAsJson} from '../server/log.ts'
import {assertPortsFree} from './product/assertPortsFree.ts'
import {buildSite, siteBuild} from './product/buildSite.ts'
import {buildStudio, studioBuild} from './product/buildStudio.ts'
import {isBuilt, isIntact} from './product/builds.ts'
import {readCommandLine} from './product/commandLine.ts'
import {assertSameEnquiries, recordEnquiryPlace} from './product/enquiryPlace.ts'
import {lockFolders} from './product/lockFolders.ts'
import {lockReleases, makeRelease} from './product/makeRelease.ts'
import {openContent} from './product/openContent.ts'
import {root, siteBuildDir} from './product/paths.ts'
import {type Product, prepare, siteAddress} from './product/prepare.ts'
import {isProductionInstall} from './product/productionInstall.ts'
import {builtSiteOf, currentRelease, setCurrent} from './product/releases.ts'
import {seconds, step, UserError} from './product/report.ts'
import {printError, runMain} from './product/runMain.ts'
import {type BuiltSite, type RunningSite, startSite} from './product/startSite.ts'
import {recordSettings, serveRelease, watchReleaseRequests} from './product/switchRelease.ts'

const usage = `npm start                   builds what is missing, seeds an empty lake, and serves the site and the Studio
npm start -- --build-first  serves nothing until changed sources are built, in place of the last build`

/** Builds what is missing, seeds an empty lake, and serves the site and the Studio. */
await runMain(async (running) => {
  const begun = performance.now()
  const {values} = readCommandLine(usage, {options: {'build-first': {type: 'boolean', default: false}}})
  const product = prepare({serves: 'start'})
  if (product.logFormat === 'json') logAsJson()
  assertSameEnquiries('start')
  await lockFolders(product, {builds: true})
  await assertPortsFree(product)
  recordSettings(product.publicVariables)
  recordEnquiryPlace()
  const mayBeOld = !values['build-first']
  const isStudioOld = product.source.embedded && mayBeOld && hasOldStudio(product)
  if (product.source.embedded && !isStudioOld) await buildStudio(product.publicVariables)
  const {env, freshContent} = await openContent(product, running)
  const {built, isOld} = await chooseBuild(product, {env, isForced: freshContent, mayBeOld})
  const {sitePort: port, siteHost: host, instances, metricsPort} = product
  const site = await startSite({port, host, instances, metricsPort, env}, built).catch((error: unknown) => {
    if (built.folder === root || !(error instanceof UserError)) throw error
    throw new UserError(
      `${error.message} It was release ${basename(built.folder)}: if no line above names another cause, it may be damaged; "npm run deploy" makes another one, and "npm run deploy -- --rollback" serves the one before.`,
    )
  })
  running.push(site, watchReleaseRequests(site))
  reportEnquiries()
  const addresses = `
  Site    ${siteAddress(product)}${basePath}
  Studio  ${product.source.studioUrl}`
  if (isOld || isStudioOld) {
    console.log(`${addresses}\n  The last build is served, of other sources or settings, until the new one is made.`)
    if (isOld) await renew(() => renewSite(site, product, env))
    if (isStudioOld) await renew(() => buildStudio(product.publicVariables))
  }
  await site.compared()
  console.log(`${addresses}
  Ready after ${seconds(begun)}. Ctrl-C stops everything.`)
})

/** Prints where enquiries are sent, or that nobody is notified of them. */
function reportEnquiries(): void {
  const {place, mail, webhook} = readEnquiryEnv(process.env)
  const kept = place.url ? 'in PostgreSQL' : `in ${relative(root, place.file)}`
  const sinks = [...(mail ? ['mail'] : []), ...(webhook ? [`webhook (${webhook.format})`] : [])]
  step(
    sinks.length > 0
      ? `Enquiries are kept ${kept} and delivered by ${sinks.join(' and ')}`
      : `Enquiries are kept ${kept} and delivered to nobody: see docs/enquiries.md for mail and webhook`,
  )
}

/** Builds what is to be served. If that fails it says why, and what is served stays. */
async function renew(build: () => Promise<void>): Promise<void> {
  try {
    await build()
  } catch (error) {
    printError(error)
    step('The last build stays in service. Fix the cause, then run "npm run deploy"')
  }
}

/** Makes a release of the present sources, and serves it. */
async function renewSite(site: RunningSite, product: Product, env: ChooseBuild['env']): Promise<void> {
  const unlock = lockReleases()
  try {
    const {id} = await makeRelease(product, env)
    await serveRelease(site, {id, isRollback: false})
  } finally {
    unlock()
  }
}

/** Returns whether the last Studio can be served until the one of the present sources is built. */
function hasOldStudio({publicVariables}: Product): boolean {
  const studio = studioBuild(publicVariables)
  return !isProductionInstall() && !isBuilt(studio) && isIntact(studio)
}

interface ChooseBuild {
  env: Record<string, string | undefined>
  /** The pages of a build show another dataset. */
  isForced: boolean
  /** A build of other sources or settings may be served while one is made. */
  mayBeOld: boolean
}

/** The build to serve: that of the current release, or the one in the project's own folder, which is made if need be. */
async function chooseBuild(
  product: Product,
  {env, isForced, mayBeOld}: ChooseBuild,
): Promise<{built: BuiltSite; isOld: boolean}> {
  const {publicVariables} = product
  const own = siteBuild(publicVariables)
  const current = isForced ? undefined : currentRelease()
  if (current) {
    const {release, isRollback} = current
    if (isRollback) step(`Release ${release.id} is served after a rollback, until the next "npm run deploy"`)
    const isOld = !isRollback && release.sources !== own.sources && !isProductionInstall()
    if (!isOld || mayBeOld) return {built: builtSiteOf(release), isOld}
    const unlock = lockReleases()
    try {
      const renewed = await makeRelease(product, env)
      setCurrent({id: renewed.id, isRollback: false})
      return {built: builtSiteOf(renewed), isOld: false}
    } finally {
      unlock()
    }
  }
  const isOld = mayBeOld && !isForced && !isProductionInstall() && !isBuilt(own) && isIntact(own)
  if (!isOld) await buildSite({env, publicVariables, isForced})
  return {built: {folder: root, buildDir: relative(root, siteBuildDir)}, isOld}
}
