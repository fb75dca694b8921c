import {globSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {basename, join} from 'node:path'
import {lightMark} from '../../lib/pageMode.ts'
import {lightStylesFile} from '../../server/pageCache/lightStyles.ts'
import {planLightStyles} from '../../server/pageCache/planLightStyles.ts'
import {type Build, fingerprint, isBuilt, recordBuild} from './builds.ts'
import {checkLightPages} from './checkLightPages.ts'
import {dataDir, root, siteBuildDir} from './paths.ts'
import {assertCanBuild, isProductionInstall} from './productionInstall.ts'
import {seconds, step} from './report.ts'
import {runCommand} from './runCommand.ts'

const folders = ['app', 'browser', 'components', 'enquiries', 'i18n', 'lib', 'public', 'sanity', 'server']
/** Next writes it at each build. */
const generated = 'next-env.d.ts'
const files = ['*.ts', 'tsconfig*.json', 'package-lock.json']

/** Pages and their data, which are revalidated while they are served, the build's own files, and `npm run build`'s for nginx. */
const rewritten =
  /^(cache|dev|types|diagnostics|standalone|server\/route-cache)\/|^trace|^lock$|^server\/app\/.*\.(html|rsc|meta|body)$|^static\/.*\.(br|gz)$/

interface BuildOptions {
  env: Record<string, string | undefined>
  publicVariables: Record<string, string | undefined>
  /** Builds although the last build is intact: its pages show another dataset. */
  isForced: boolean
}

/** Describes the build of the site, to record it and to find out whether it is current. */
export function siteBuild(publicVariables: BuildOptions['publicVariables']): Build {
  return {
    stamp: join(siteBuildDir, 'build-stamp'),
    formerStamp: join(dataDir, 'site-build'),
    sources: fingerprint(
      [...folders, ...globSync(files, {cwd: root}).filter((file) => file !== generated)],
      [JSON.stringify(publicVariables)],
    ),
    folder: siteBuildDir,
    isVolatile: (file) => rewritten.test(file),
  }
}

/**
 * Builds the site with all pages pre-rendered, unless the last build is intact and of the same
 * sources. Where nothing can be built, a build is not forced: the site compares its pages with the content when it starts.
 */
export async function buildSite({env, publicVariables, isForced}: BuildOptions): Promise<void> {
  const build = siteBuild(publicVariables)
  if ((!isForced || isProductionInstall()) && isBuilt(build)) return
  assertCanBuild('the site')
  const start = performance.now()
  step('Building the site: 100 pages (half a minute on a fast machine, up to two on a slow one)')
  await runCommand(process.execPath, [join(root, 'node_modules/.bin/next'), 'build'], {
    env: {...env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production'},
    failure: 'The site could not be built; the messages above say why.',
  })
  checkLightPages(siteBuildDir)
  splitStyles(siteBuildDir)
  recordBuild(build)
  step(`Site built in ${seconds(start)}`)
}

/** Divides the stylesheets of the build in `folder` for its light pages (`server/pageCache/planLightStyles.ts`). */
function splitStyles(folder: string): void {
  const pages = globSync('server/app/**/*.html', {cwd: folder})
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .filter((html) => html.includes(lightMark))
  const read = (url: string) => readFileSync(join(folder, 'static', url.replace(/^.*\/_next\/static\//, '')), 'utf8')
  const build = readFileSync(join(folder, 'BUILD_ID'), 'utf8').trim()
  const target = join(folder, 'static/styles')
  rmSync(target, {recursive: true, force: true})
  const plan = planLightStyles(build, pages, read)
  if (!plan) {
    step('Pages keep the stylesheets of the framework: no order of them suits all pages')
    return
  }
  const {styles, files} = plan
  mkdirSync(target)
  for (const [url, css] of files) writeFileSync(join(target, basename(url)), css)
  writeFileSync(join(folder, lightStylesFile), JSON.stringify(styles))
}
