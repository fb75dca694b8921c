import {globSync, readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {z} from 'zod'
import {root} from '../product/paths.ts'
import {UserError} from '../product/report.ts'
import {bundledAhead, compare, findPackage, nameOf, type Packages, readLicence} from './packages.ts'

/** Dependencies of the site that stay on the server. All others, and all of the Studio, may be in a bundle. */
const onServers = new Set([
  ...['@redis/client', '@sanity/import', '@sanity/webhook', 'age-encryption', 'compression'],
  ...['embedded-content-lake', 'kysely', 'lru-cache', 'negotiator', 'node', 'nodemailer', 'on-headers'],
  ...['p-queue', 'pg', 'server-only', 'sharp', 'tar'],
])

/** Dependencies that are in no bundle: for command lines, builds and servers, or replaced by the Studio’s build. */
const notBundled = new Set([
  '@parcel/watcher',
  '@sanity/cli',
  '@sanity/migrate',
  '@swc/core',
  'caniuse-lite',
  'exif-component',
  'jsdom',
  'sharp',
  'undici',
])

const url = z.union([z.string(), z.object({url: z.string()}).transform((value) => value.url)])
const manifest = z.object({
  name: z.string(),
  version: z.string().optional(),
  license: z.string().optional(),
  author: z.union([z.string(), z.object({name: z.string()}).transform(({name}) => name)]).optional(),
  repository: url.optional(),
  homepage: url.optional(),
})

interface Notice {
  licence: string
  /** Name, version, where its sources are, and the copyright lines. */
  head: string
  /** The text without copyright lines; empty where a package ships none. */
  text: string
}

/** Returns the contents of THIRD_PARTY_LICENSES.txt. Packages whose texts differ by the copyright alone share one. */
export function thirdPartyNotice(packages: Packages): string {
  const notices = [...bundledPackages(packages)].flatMap(readNotices)
  const groups = new Map<string, Notice[]>()
  for (const notice of notices) {
    const text = notice.text || usualText(notices, notice)
    // Line breaks differ between copies of a text.
    const key = text.replace(/\W+/g, ' ').toLowerCase()
    const group = groups.get(key) ?? []
    group.push({...notice, text})
    groups.set(key, group)
  }
  const sections = [...groups.values()].map(
    (group) => `${group.map(({head}) => head).join('\n')}\n\n${group[0]?.text}\n`,
  )
  return [introduction, ...sections].join(`\n${'-'.repeat(80)}\n\n`)
}

const introduction = `Parts of others in what this project sends to browsers

Written by “npm run notice”. The bundles of the site and of the Studio hold code of these packages; the
pictures for sharing are drawn with the font that is listed here. Each part keeps its licence. Some
packages are listed of which a bundle has no part: the list is made of what the packages name as their
dependencies. This project itself: see LICENSE.
`

/** Returns the folders of all packages that a bundle may have a part of, in the order of their names. */
function bundledPackages(packages: Packages): string[] {
  const found = new Set<string>()
  const add = (from: string, isLeftOut: ReadonlySet<string>) => {
    const {dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {}} = packages[from] ?? {}
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional)
    for (const name of [...Object.keys({...dependencies, ...optionalDependencies}), ...peers]) {
      const path = isLeftOut.has(name) ? undefined : findPackage(packages, from, name)
      const entry = path === undefined ? undefined : packages[path]
      // What is made for one platform is no code for browsers, and is not installed on others.
      if (path === undefined || !entry || entry.dev || entry.os || entry.cpu || found.has(path)) continue
      found.add(path)
      add(path, notBundled)
    }
  }
  add('', onServers)
  add('studio', onServers)
  for (const name of bundledAhead) {
    found.add(`node_modules/${name}`)
    add(`node_modules/${name}`, notBundled)
  }
  const folders = [...found].filter((path) => path.includes('node_modules/'))
  return folders.sort((a, b) => compare(titleOf(a), titleOf(b)) || compare(a, b))

  function titleOf(path: string): string {
    const entry = packages[path]
    return entry ? nameOf(path, entry) : path
  }
}

/** Returns the notices of a package: its own, and those of packages that it holds compiled, as Next does. */
function readNotices(folder: string): Notice[] {
  const compiled = globSync('dist/compiled/{*,@*/*}/package.json', {cwd: join(root, folder)}).sort(compare)
  return [folder, ...compiled.map((file) => join(folder, dirname(file)))].map(readNotice)
}

function readNotice(folder: string): Notice {
  const about = manifest.safeParse(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')))
  if (!about.success) throw new UserError(`${folder}/package.json cannot be read: ${z.prettifyError(about.error)}`)
  const {name, version = '', license = '', author, repository, homepage} = about.data
  const lines = readLicence(folder)
    .split('\n')
    .map((line) => line.trimEnd())
  const copyright = lines.filter((line) => copyrightLine.test(line)).map((line) => line.trim())
  const named = copyright.length === 0 && author ? [`Copyright ${author}`] : copyright
  // A licence such as the MPL wants it said where the sources are.
  const source = repository ?? homepage ?? `https://www.npmjs.com/package/${name}`
  return {
    licence: license,
    head: [
      `${name} ${version} ${license && `(${license})`}`.trimEnd(),
      ...[source, ...named].map((line) => `    ${line}`),
    ].join('\n'),
    text: lines
      .filter((line) => !copyrightLine.test(line))
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  }
}

const copyrightLine = /^\W*(Copyright\s+(\(c\)|©|\d|[A-Z])|\(c\)\s+\d|©)/

/** Returns the text that most packages under the same licence ship, for one that ships none. */
function usualText(notices: readonly Notice[], {licence, head}: Notice): string {
  if (licence === 'Public Domain') return 'In the public domain.'
  const counts = new Map<string, number>()
  for (const one of notices) {
    if (one.licence === licence && one.text) counts.set(one.text, (counts.get(one.text) ?? 0) + 1)
  }
  const [[text] = ['']] = [...counts].sort(([a, times], [b, others]) => others - times || compare(a, b))
  if (!text) throw new UserError(`No package ships the text of a licence that this one names:\n${head}`)
  return text
}
