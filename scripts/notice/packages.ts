import {existsSync, readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {z} from 'zod'
import {root} from '../product/paths.ts'

const names = z.record(z.string(), z.string()).default({})
const entry = z.object({
  /** Set where the folder has another name than the package. */
  name: z.string().optional(),
  version: z.string().default(''),
  license: z.string().optional(),
  dev: z.boolean().default(false),
  link: z.boolean().default(false),
  resolved: z.string().optional(),
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
  dependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
  peerDependenciesMeta: z.record(z.string(), z.object({optional: z.boolean().default(false)})).default({}),
})
const lockfile = z.object({packages: z.record(z.string(), entry)})

/** A package's entry in the lockfile. */
type Entry = z.infer<typeof entry>

/** A package, by its folder in the project. */
export type Packages = Readonly<Record<string, Entry>>

/**
 * devDependencies of which browsers get a part: what production runs holds them bundled. Only those are here that would
 * bring more along than they are, `next-sanity` the whole Studio, as a peer.
 */
export const bundledAhead = ['next-sanity']

/** The same on the server: `server/traces.ts`, which most sites never load, would add 18 MB to an installation. */
const bundledOnServers = [
  'api',
  'context-async-hooks',
  'core',
  'exporter-trace-otlp-http',
  'resources',
  'sdk-trace',
].map((name) => `@opentelemetry/${name}`)

/**
 * Reads all packages of the lockfile: those of every platform, installed here or not. What a bundle holds is no `dev`,
 * wherever the manifest has it.
 */
export function readPackages(): Packages {
  const {packages} = lockfile.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const ship = (path: string | undefined) => {
    const entry = path === undefined ? undefined : packages[path]
    if (path === undefined || !entry?.dev) return
    entry.dev = false
    for (const name of Object.keys({...entry.dependencies, ...entry.optionalDependencies})) {
      ship(findPackage(packages, path, name))
    }
  }
  for (const name of [...bundledAhead, ...bundledOnServers]) ship(`node_modules/${name}`)
  return packages
}

/** Returns the name of the package in a folder. */
export function nameOf(path: string, {name}: Entry): string {
  return name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/**
 * Returns the folder of the package that another one imports by a name, resolved as Node does; undefined if there is
 * none.
 */
export function findPackage(packages: Packages, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    const found = packages[path]
    if (found) return found.link ? found.resolved : path
    if (folder === '') return undefined
  }
}

const licenceFile = /^(licen[cs]e|copying|notice|third-?party-?(notice|licen[cs]e))/i

/** Returns the licence and the notices that a folder holds; empty if it has none, or is not installed here. */
export function readLicence(folder: string): string {
  const path = join(root, folder)
  if (!existsSync(path)) return ''
  const files = readdirSync(path).filter((file) => licenceFile.test(file))
  return files
    .sort(compare)
    .map((file) => readFileSync(join(path, file), 'utf8'))
    .join('\n')
}

/** By code units: the order must not depend on the machine's language. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
