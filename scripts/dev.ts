import {join} from 'node:path'
import {announceChanges} from './product/announceChanges.ts'
import {assertPortsFree} from './product/assertPortsFree.ts'
import {readCommandLine} from './product/commandLine.ts'
import {lockFolders} from './product/lockFolders.ts'
import {openContent} from './product/openContent.ts'
import {dataDir, root} from './product/paths.ts'
import {prepare, siteAddress} from './product/prepare.ts'
import {runMain} from './product/runMain.ts'
import {startDevelopmentSite} from './product/startSite.ts'
import {superviseProcess} from './product/superviseProcess.ts'
import {untilReady} from './product/untilReady.ts'

/** `npm run dev`: the same as `npm start`, with the site and the Studio reloading as files change. */
await runMain(async (running) => {
  readCommandLine('npm run dev  serves site and Studio, both reloading as files change', {options: {}})
  const product = prepare({serves: 'dev'})
  await lockFolders(product, {builds: false})
  await assertPortsFree(product, {studio: true})
  const {studioPort} = product
  const studioServer = `http://localhost:${studioPort}`
  process.env.NEXT_PUBLIC_SANITY_STUDIO_URL ||= studioServer
  const {env} = await openContent(product, running, studioServer)
  running.push(
    await superviseProcess({
      name: 'The Studio’s development server',
      args: [
        join(root, 'node_modules/@sanity/cli/bin/run.js'),
        'dev',
        '--port',
        String(studioPort),
        '--host',
        'localhost',
      ],
      cwd: join(root, 'studio'),
      env: {DO_NOT_TRACK: '1', NO_UPDATE_NOTIFIER: '1'},
      pidFile: join(dataDir, 'studio.pid'),
      ready: (instance) => untilReady(studioServer, {instance}),
    }),
  )
  running.push(
    await startDevelopmentSite({port: product.sitePort, host: product.siteHost, origin: product.siteOrigin, env}),
  )
  console.log(`
  Site    ${siteAddress(product)}/h5
  Studio  ${studioServer}
  Both reload as files change; of files that neither follows a sentence tells. Ctrl-C stops everything.`)
  announceChanges(root)
})
