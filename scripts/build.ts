import {join} from 'node:path'
import {buildSite} from './product/buildSite.ts'
import {readCommandLine} from './product/commandLine.ts'
import {compressFiles} from './product/compressFiles.ts'
import {lockFile} from './product/lockFile.ts'
import {siteBuildDir} from './product/paths.ts'
import {prepare} from './product/prepare.ts'
import {runMain} from './product/runMain.ts'
import {lakeTokens} from './product/startLake.ts'

/** `npm run build`: builds the site, with its files compressed for nginx. The content API must answer. */
await runMain(async () => {
  readCommandLine('npm run build  builds the site, with its files compressed for nginx; the content API must answer', {
    options: {},
  })
  const {source, publicVariables} = prepare()
  lockFile(`${siteBuildDir}.lock`, {
    owner: `A start or another build of ${siteBuildDir}`,
    guards: siteBuildDir,
    remedy: 'Stop it first; "npm run deploy" builds beside a site that runs.',
  })
  const token = process.env.SANITY_API_READ_TOKEN || (source.embedded ? lakeTokens(process.env).read : '')
  await buildSite({env: {SANITY_API_READ_TOKEN: token}, publicVariables, isForced: true})
  await compressFiles(join(siteBuildDir, 'static'), {quality: 11})
  process.exit(0)
})
