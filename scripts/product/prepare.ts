import {join, relative} from 'node:path'
import {z} from 'zod'
import {readEnquiryEnv} from '../../enquiries/enquiryEnv.ts'
import {readSiteEnv, type SiteEnv} from '../../lib/env.ts'
import {loadEnvFile} from '../../lib/loadEnvFile.ts'
import {messageOf} from '../../lib/messageOf.ts'
import {optionalPort, port, readVariables} from '../../lib/variables.ts'
import {type ContentSource, readContentSource} from '../../sanity/env.ts'
import {envFile, envFileHints} from './envFile.ts'
import {dataDir, root, siteBuildDir, sourceFolders, studioBuildDir} from './paths.ts'
import {step, UserError} from './report.ts'

/** Settings of the commands. */
export interface Product {
  source: ContentSource
  sitePort: number
  /** The address that the site listens on. */
  siteHost: string
  /** Origin of the site on this machine. */
  siteOrigin: string
  logFormat: SiteEnv['log']['format']
  lakePort: number
  /** Port of the Studio's development server. */
  studioPort: number
  /** Ports of the metrics, of the site and of the lake; undefined where none are served. */
  metricsPort: number | undefined
  lakeMetricsPort: number | undefined
  /** Processes of the site that `npm start` runs at one port. */
  instances: number
  /** Public variables. They are part of the bundles, so builds depend on them. */
  publicVariables: Record<string, string | undefined>
}

/** Settings read from the environment, each undefined if one of its variables is wrong. */
interface Settings {
  source: ContentSource | undefined
  site: SiteEnv | undefined
  ports: Ports | undefined
  enquiries: ReturnType<typeof readEnquiryEnv> | undefined
  publicVariables: Product['publicVariables']
  /** A sentence for each wrong variable. */
  problems: string[]
}

interface PrepareOptions {
  /** The command, if it serves: drafts must then be readable, and ports must differ. */
  serves?: 'start' | 'dev'
}

/** Reads and validates the environment (`.env.local`, then the shell's). Writes nothing. */
export function readSettings({serves}: PrepareOptions = {}): Settings {
  const problems = new Set<string>()
  attempt(() => loadEnvFile(envFile, process.env), problems)
  // Empties blank variables instead of deleting them: started processes would otherwise read them from `.env.local`.
  for (const [name, value] of Object.entries(process.env)) process.env[name] = value?.trim() ?? ''
  const source = attempt(() => readContentSource(process.env), problems)
  const site = attempt(() => readSiteEnv(process.env), problems)
  const ports = attempt(() => readPorts(process.env), problems)
  const enquiries = attempt(() => readEnquiryEnv(process.env), problems)
  for (const problem of folderProblems()) problems.add(problem)
  if (serves && source) for (const problem of servingProblems(source, ports, serves)) problems.add(problem)
  // Sorted, as builds are compared by them, and container engines and process managers set them in any order.
  const names = Object.keys(process.env).filter((name) => name.startsWith('NEXT_PUBLIC_'))
  const publicVariables = Object.fromEntries(
    ['PORT', 'LAKE_PORT', ...names.sort()].map((name) => [name, process.env[name]]),
  )
  return {source, site, ports, enquiries, publicVariables, problems: [...problems]}
}

/**
 * The settings of a command that needs all of them.
 *
 * @throws UserError with a sentence for each wrong variable.
 */
export function prepare(options: PrepareOptions = {}): Product {
  const {source, site, ports, publicVariables, problems} = readSettings(options)
  if (options.serves && problems.length === 0) for (const hint of envFileHints(root)) step(hint)
  if (!source || !site || !ports || problems.length > 0) throw new UserError(problems.join('\n✗ '))
  return {
    source,
    siteHost: site.host,
    siteOrigin: site.selfOrigin,
    logFormat: site.log.format,
    ...ports,
    publicVariables,
  }
}

/** Origin of the site as people open it on this machine. */
export const siteAddress = ({siteOrigin}: Product): string => siteOrigin.replace('//127.0.0.1:', '//localhost:')

/** Collects problems, one a line; a variable that several parts read is reported once. */
function attempt<Settings>(read: () => Settings, problems: Set<string>): Settings | undefined {
  try {
    return read()
  } catch (error) {
    const message = messageOf(error)
    for (const line of message.split('\n')) problems.add(line)
    return undefined
  }
}

type Ports = Pick<Product, 'sitePort' | 'lakePort' | 'studioPort' | 'metricsPort' | 'lakeMetricsPort' | 'instances'>

function readPorts(env: NodeJS.ProcessEnv): Ports {
  const variables = z.object({
    PORT: port(3000),
    LAKE_PORT: port(3333),
    STUDIO_DEV_PORT: optionalPort,
    METRICS_PORT: optionalPort,
    LAKE_METRICS_PORT: optionalPort,
    INSTANCES: z
      .string()
      .regex(/^([1-9]|1[0-6])$/, 'is not a number from 1 to 16')
      .transform(Number)
      .default(1),
  })
  const {PORT, LAKE_PORT, STUDIO_DEV_PORT, METRICS_PORT, LAKE_METRICS_PORT, INSTANCES} = readVariables(variables, env)
  const lakeMetricsPort = LAKE_METRICS_PORT ?? (METRICS_PORT && METRICS_PORT + 1)
  if (lakeMetricsPort && lakeMetricsPort > 65535) {
    throw new Error(
      'METRICS_PORT is 65535, and the lake takes the next port. Choose another, or set LAKE_METRICS_PORT.',
    )
  }
  return {
    sitePort: PORT,
    lakePort: LAKE_PORT,
    studioPort: STUDIO_DEV_PORT ?? LAKE_PORT + 1,
    metricsPort: METRICS_PORT,
    lakeMetricsPort,
    instances: INSTANCES,
  }
}

function* servingProblems(source: ContentSource, ports: Ports | undefined, serves: 'start' | 'dev'): Generator<string> {
  if (!source.embedded && !process.env.SANITY_API_READ_TOKEN?.trim()) {
    yield 'SANITY_API_READ_TOKEN is not set. Make a viewer token in the project’s API settings and set it, so that drafts can be previewed.'
  }
  if (!ports) return
  if (serves === 'start' && ports.instances > 1 && !process.env.REDIS_URL?.trim()) {
    yield `INSTANCES is ${ports.instances} and REDIS_URL is not set. Start a Redis server and set it, so that all instances hear of a publish; or unset INSTANCES.`
  }
  const used = Object.entries({
    PORT: ports.sitePort,
    // With hosted content nothing listens on the lake's port.
    ...(source.embedded && {LAKE_PORT: ports.lakePort}),
    ...(serves === 'dev' && {STUDIO_DEV_PORT: ports.studioPort}),
    ...metricsPortsOf(ports, source),
  })
  for (const [index, [name, value]] of used.entries()) {
    const other = used.slice(index + 1).find(([, port]) => port === value)
    if (other) yield `${name} and ${other[0]} are both ${value}. Choose two ports.`
  }
}

/** The port of an instance's metrics. The lake has the one after that of the first instance by default. */
export function metricsPortOf(metricsPort: number, instance: number): number {
  return instance === 1 ? metricsPort : metricsPort + instance
}

/** The ports at which metrics are served, by the variables that set them. */
export function metricsPortsOf(
  {metricsPort, lakeMetricsPort, instances}: Pick<Ports, 'metricsPort' | 'lakeMetricsPort' | 'instances'>,
  {embedded}: Pick<ContentSource, 'embedded'>,
): Record<string, number> {
  const others = metricsPort ? Array.from({length: instances - 1}, (_, index) => index + 2) : []
  return {
    ...(metricsPort && {METRICS_PORT: metricsPort}),
    ...Object.fromEntries(
      others.map((instance) => [`METRICS_PORT of instance ${instance}`, metricsPortOf(metricsPort ?? 0, instance)]),
    ),
    ...(lakeMetricsPort && embedded && {LAKE_METRICS_PORT: lakeMetricsPort}),
  }
}

/** Rejects output folders among the project's sources, where git would see them, shared ones, and a path that Node misreads. */
function* folderProblems(): Generator<string> {
  if (/[#?%]/.test(root)) {
    yield `The project is in ${root}, and Node reads #, ? and % in the path of a program as parts of an address. Move it to a folder without them.`
  }
  const folders = {DATA_DIR: dataDir, SITE_BUILD_DIR: siteBuildDir, STUDIO_BUILD_DIR: studioBuildDir}
  for (const [name, folder] of Object.entries(folders)) {
    const inProject = relative(root, folder)
    const top = inProject.split(/[\\/]/)[0] ?? ''
    if (inProject === '' || !relative(folder, root).startsWith('..')) {
      yield `${name} is ${folder}, which holds the project. Choose a folder of its own, or unset it.`
    } else if (sources.has(top) && folder !== join(root, 'studio/dist')) {
      yield `${name} is ${folder}, among the project’s own files. Choose a folder of its own, or unset it.`
    }
    const other = Object.entries(folders).find(([otherName, path]) => otherName !== name && path === folder)
    if (other) yield `${name} and ${other[0]} are the same folder, ${folder}. Choose two.`
  }
  if (relative(root, siteBuildDir).startsWith('..')) {
    yield `SITE_BUILD_DIR is ${siteBuildDir}. Next needs a folder inside the project.`
  }
}

const sources = new Set([...sourceFolders, '.git', '.github', 'docs', 'node_modules', 'tests'])
