import {join} from 'node:path'
import {buildSite} from './product/buildSite.ts'
import {lockFile} from './product/lockFile.ts'
import {root, siteBuildDir} from './product/paths.ts'
import {prepare} from './product/prepare.ts'
import {runCommand} from './product/runCommand.ts'
import {runMain} from './product/runMain.ts'
import {lakeTokens} from './product/startLake.ts'

/** `npm run build`: builds the site, with its files compressed for nginx. The content API must answer. */
await runMain(async () => {
  const {source, publicVariables} = prepare()
  lockFile(`${siteBuildDir}.lock`, {
    owner: `A start or another build of ${siteBuildDir}`,
    guards: siteBuildDir,
    remedy: 'Stop it first; "npm run deploy" builds beside a site that runs.',
  })
  const token = process.env.SANITY_API_READ_TOKEN || (source.embedded ? lakeTokens(process.env).read : '')
  await buildSite({env: {SANITY_API_READ_TOKEN: token}, publicVariables, isForced: true})
  await runCommand(process.execPath, [join(root, 'deploy/precompress.ts'), join(siteBuildDir, 'static')], {
    failure: 'The files of the build could not be compressed; the messages above say why.',
  })
  process.exit(0)
})
