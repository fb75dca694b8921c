import {logAsJson} from '../server/log.ts'
import {assertPortsFree} from './product/assertPortsFree.ts'
import {buildSite} from './product/buildSite.ts'
import {buildStudio} from './product/buildStudio.ts'
import {lockFolders} from './product/lockFolders.ts'
import {openContent} from './product/openContent.ts'
import {prepare} from './product/prepare.ts'
import {seconds} from './product/report.ts'
import {reportEnquiries} from './product/reportEnquiries.ts'
import {runMain} from './product/runMain.ts'
import {startSite} from './product/startSite.ts'

/** `npm start`: builds what is missing, seeds an empty lake, and serves the site and the Studio. */
await runMain(async (running) => {
  const begun = performance.now()
  const product = prepare({serves: 'start'})
  if (product.logFormat === 'json') logAsJson()
  await lockFolders(product, {builds: true})
  await assertPortsFree(product)
  if (product.source.embedded) await buildStudio(product.publicVariables)
  const {env, freshContent} = await openContent(product, running)
  await buildSite({env, publicVariables: product.publicVariables, freshContent})
  running.push(
    await startSite({port: product.sitePort, host: product.siteHost, origin: product.siteOrigin, env, mode: 'start'}),
  )
  reportEnquiries()
  console.log(`
  Site    http://localhost:${product.sitePort}/h5
  Studio  ${product.source.studioUrl}
  Ready after ${seconds(begun)}. Ctrl-C stops everything.`)
})
