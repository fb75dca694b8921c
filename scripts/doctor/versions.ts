/** The Node that runs, the packages that are installed, the builds that are served. */
import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {z} from 'zod'
import {parseJson} from '../../lib/json.ts'
import {siteBuild} from '../product/buildSite.ts'
import {studioBuild} from '../product/buildStudio.ts'
import {type Build, isBuilt, isRecorded} from '../product/builds.ts'
import {isLocked} from '../product/lockFile.ts'
import {isProductionInstall} from '../product/productionInstall.ts'
import {currentRelease} from '../product/releases.ts'
import {type Finding, fail, ok, warn} from './checkResult.ts'

const manifest = z.object({version: z.string().optional(), dependencies: z.record(z.string(), z.string()).optional()})
const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({version: z.string().optional(), link: z.boolean().optional(), optional: z.boolean().optional()}),
  ),
})

/** Compares the Node that runs with the one that the project installs. */
export function checkNode(folder: string, version = process.versions.node): Finding[] {
  const wanted = manifest.parse(readJson(join(folder, 'package.json'))).dependencies?.node
  if (version === wanted) return [ok(`Node ${version}`)]
  return [fail(`Node is ${version}, and the project runs on ${wanted}. Run "npm ci", and start with npm.`)]
}

/** Compares each installed package with the lockfile. Optional ones are for other systems if they are missing. */
export function checkPackages(folder: string): Finding[] {
  const {packages} = lockfile.parse(readJson(join(folder, 'package-lock.json')))
  const forProduction = isProductionInstall(folder)
  // npm's own list of what it has installed.
  const listed = forProduction
    ? lockfile.parse(readJson(join(folder, 'node_modules/.package-lock.json'))).packages
    : packages
  const installed = Object.entries(packages).filter(
    ([path, {link}]) => path.includes('node_modules/') && !link && path in listed,
  )
  const wrong = installed.flatMap(([path, {version, optional}]) => {
    const file = join(folder, path, 'package.json')
    if (!existsSync(file)) return optional ? [] : [`${nameOf(path)} is missing`]
    const found = manifest.safeParse(readJson(file)).data?.version
    return found === version ? [] : [`${nameOf(path)} is ${found ?? 'damaged'} instead of ${version}`]
  })
  if (wrong.length === 0) return [ok(`Packages${forProduction ? ' for production' : ''} as in package-lock.json`)]
  const more = wrong.length > 3 ? ` and ${wrong.length - 3} more` : ''
  return [
    fail(
      `Packages differ from package-lock.json: ${wrong.slice(0, 3).join(', ')}${more}. Stop the product, run "npm ${forProduction ? 'run install:production' : 'ci'}".`,
    ),
  ]
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Compares the builds with the sources. A start makes them anew, so that none of it is a failure. */
export function checkBuilds(
  publicVariables: Record<string, string | undefined>,
  {studio}: {studio: boolean},
): Finding[] {
  return [
    checkRelease(siteBuild(publicVariables)) ?? checkBuild('the site', siteBuild(publicVariables), 'BUILD_ID'),
    ...(studio ? [checkBuild('the Studio', studioBuild(publicVariables), 'index.html')] : []),
  ]
}

/** Of the release that is served; undefined before the first deploy. */
function checkRelease({sources}: Build): Finding | undefined {
  const current = currentRelease()
  if (!current) return undefined
  const {release, isRollback} = current
  if (release.sources === sources) return ok(`Release ${release.id} is of these sources and settings`)
  if (isRollback) return ok(`Release ${release.id} is served, to which somebody went back`)
  return warn(`Release ${release.id} is of other sources, packages or settings. "npm run deploy" makes one of these.`)
}

function checkBuild(what: string, build: Build, file: string): Finding {
  const isThere = existsSync(join(build.folder, file))
  if (!isRecorded(build) && isLocked(`${build.folder}.lock`)) {
    return warn(`The first build of ${what} is under way. Wait for it.`)
  }
  if (!isThere) return warn(`No build of ${what} yet. "npm start" makes it.`)
  if (!isRecorded(build)) {
    return warn(
      `The build of ${what} was cut off, or not made by "npm start", so nobody knows of which sources. "npm start" makes it anew.`,
    )
  }
  if (isBuilt(build)) return ok(`Build of ${what} is of these sources and settings`)
  return warn(
    `The build of ${what} is damaged, or of other sources, packages or settings (PORT, LAKE_PORT, NEXT_PUBLIC_…). Restart the product: "npm start" makes it anew.`,
  )
}

function readJson(file: string): unknown {
  return parseJson(readFileSync(file, 'utf8'))
}
