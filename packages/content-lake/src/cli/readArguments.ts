import {isIP} from 'node:net'
import {parseArgs} from 'node:util'
import {messageOf, UsageError} from '../errors.ts'
import {LOG_LEVELS} from '../log/Log.ts'
import type {ImportMode, LakeOptions} from '../types.ts'
import {readUniqueRules, readWebhooks} from './configFiles.ts'

const TASKS = ['set-password', 'seed', 'reset', 'import', 'export', 'backup', 'rewind', 'compact'] as const

export interface Command {
  help: boolean
  /** The task, with the flag's value if it has one: `serve` goes on, and so do `seed` and `import`. */
  task: {name: (typeof TASKS)[number] | 'serve'; value: string}
  importMode: ImportMode
  user: string | undefined
  /** The file of the function that judges releases. */
  releaseRule: string | undefined
  lake: LakeOptions
}

interface Flag {
  /** The value in the help; without one it takes none. */
  value?: string
  help: string
  isRepeatable?: true
  /** Adds a value to the lake's options. Throws UsageError. */
  read?: (value: string, before: LakeOptions) => Partial<LakeOptions>
}

/** All flags, in the order of the help. They are read in this order, too: of `--log` and `--log-level` the latter counts. */
const FLAGS: Record<string, Flag> = {
  dir: {value: 'folder', help: 'database, assets and tokens (default .data/lake)', read: (dir) => ({dir})},
  port: {value: 'number', help: 'default 3333; 0 picks a free one', read: (port) => ({port: readPort('port', port)})},
  'metrics-port': {
    value: 'number',
    help: 'serves /metrics for Prometheus there, on 127.0.0.1 (default: nowhere)',
    read: (port) => ({metricsPort: readPort('metrics-port', port)}),
  },
  host: {value: 'address', help: 'default 127.0.0.1', read: (host) => ({host})},
  // As Sanity's client takes them: under another name the lake would be there, and nobody could ask for it.
  project: {
    value: 'id',
    help: 'default local',
    read: (id) => ({projectId: matching('project', /^[a-z\d-]+$/i, 'letters, digits and hyphens', id)}),
  },
  dataset: {
    value: 'name',
    help: 'default production',
    read: (name) => ({dataset: matching('dataset', /^~?[a-z\d][-\w]{0,63}$/, 'a name such as production', name)}),
  },
  studio: {value: 'folder', help: 'a built Studio to serve at /', read: (studioDir) => ({studioDir})},
  'allow-origin': {
    value: 'origin',
    help: "a site that may use the Studio's session; may be repeated",
    isRepeatable: true,
    read: (origin, {allowedOrigins = []}) => ({
      allowedOrigins: [...allowedOrigins, readOrigin('allow-origin', origin)],
    }),
  },
  'frame-origin': {
    value: 'origin',
    help: 'a site that the Studio may show in Presentation, without its session; may be repeated',
    isRepeatable: true,
    read: (origin, {framedOrigins = []}) => ({framedOrigins: [...framedOrigins, readOrigin('frame-origin', origin)]}),
  },
  'set-password': {help: 'asks for a password (or reads it from a pipe), keeps its hash in the folder, and ends'},
  users: {
    value: 'file',
    help: 'people and their roles as JSON, who then sign in by name (see docs/access.md)',
    read: (users) => ({users}),
  },
  user: {value: 'id', help: 'with --users and --set-password: whose password is set'},
  'allow-host': {
    value: 'name',
    help: 'a host name besides the local ones that it answers to; may be repeated',
    isRepeatable: true,
    read: (name, {allowedHosts = []}) => ({
      allowedHosts: [...allowedHosts, matching('allow-host', /^[\w.-]+$/, 'a name such as lake.example', name)],
    }),
  },
  'public-url': {
    value: 'url',
    help: 'where others reach it, such as https://lake.example; its name is allowed, too',
    read: (publicUrl) => {
      if (!/^https?:\/\/[^/?#@]+\/?$/.test(publicUrl) || !URL.canParse(publicUrl))
        throw wrong('public-url', 'a URL without a path, such as https://lake.example', publicUrl)
      return {publicUrl}
    },
  },
  'trust-proxy': {
    value: 'address',
    help: 'a proxy whose X-Forwarded-For and -Proto are believed; may be repeated',
    isRepeatable: true,
    read: (address, {trustedProxies = []}) => {
      if (isIP(address) === 0) throw wrong('trust-proxy', 'an address such as 127.0.0.1', address)
      return {trustedProxies: [...trustedProxies, address]}
    },
  },
  webhook: {
    value: 'file',
    help: 'webhooks as JSON, one or a list; may be repeated',
    isRepeatable: true,
    read: (file, {webhooks = []}) => ({webhooks: [...webhooks, ...readWebhooks(file)]}),
  },
  unique: {
    value: 'file',
    help: 'fields as JSON whose values no two published documents share (see docs/access.md)',
    read: (file) => ({unique: readUniqueRules(file)}),
  },
  'release-rule': {
    value: 'module',
    help: 'a JavaScript module whose function judges each release (see docs/access.md)',
  },
  seed: {value: 'source', help: 'serves this, in the form of --import, from memory, for tests; nothing is kept'},
  reset: {help: 'takes the lake on --port that was started with --seed back to its seed, and ends'},
  import: {
    value: 'source',
    help: 'an .ndjson file, a folder with one, images/ and files/, or a .tar.gz of that; then serves',
  },
  'import-mode': {value: 'mode', help: 'create, replace or missing (default missing: leaves what is there alone)'},
  export: {value: 'target', help: 'writes all documents and assets into a folder or a .tar.gz, and ends'},
  backup: {value: 'folder', help: 'copies the whole lake there, also while it runs, and ends'},
  rewind: {
    value: 'time',
    help: 'gives every document the state that it had then (2026-11-23T08:00:00Z), and ends',
  },
  compact: {help: 'merges old edits in the history, makes the file small, and ends'},
  'compact-after': {
    value: 'hours',
    help: 'how old edits are when they are merged (default 24), or never',
    read: (hours) => {
      const known = matching('compact-after', /^(\d+|never)$/, 'a number of hours or "never"', hours)
      return {compactAfterHours: known === 'never' ? Number.POSITIVE_INFINITY : Number(known)}
    },
  },
  'query-timeout': {
    value: 'ms',
    help: 'how long one query may take (default 5000)',
    read: (ms) => ({
      maxQueryMs: Number(matching('query-timeout', /^[1-9]\d{1,6}$/, 'a number of milliseconds', ms)),
    }),
  },
  'visitor-streams': {
    value: 'n',
    help: 'how many event streams visitors without a token may hold together (default 1000)',
    read: (count, {streamLimits}) => ({
      streamLimits: {...streamLimits, anonymous: readCount('visitor-streams', count)},
    }),
  },
  'visitor-streams-per-address': {
    value: 'n',
    help: 'and from one address (default 100)',
    read: (count, {streamLimits}) => ({
      streamLimits: {...streamLimits, anonymousPerAddress: readCount('visitor-streams-per-address', count)},
    }),
  },
  log: {
    value: 'text|json',
    help: 'logs each request, with an id and without content',
    read: (format) => ({logFormat: oneOf('log', ['text', 'json'], format), logLevel: 'requests'}),
  },
  verbose: {help: 'logs each query, too, with its time', read: () => ({logLevel: 'queries'})},
  'log-level': {
    value: 'level',
    help: 'problems, requests or queries (default requests with --log, else problems)',
    read: (wanted) => ({logLevel: oneOf('log-level', LOG_LEVELS, wanted)}),
  },
  help: {help: 'this text'},
}

/** Its tokens are known to everybody, so a lake for tests is never reached from elsewhere. */
const NOT_FOR_TESTS = ['dir', 'host', 'allow-host', 'public-url', 'trust-proxy', 'compact-after']
const IMPORT_MODES: readonly ImportMode[] = ['create', 'replace', 'missing']

/** Throws UsageError. */
export function readArguments(args: readonly string[]): Command {
  const given = parse(args)
  // Of a variable that is not set, perhaps: without `--users` everybody may edit, and without `--backup` it would serve.
  for (const [name, values] of given) if (values.includes('') && name !== 'seed') throw wrong(name, 'a value', '')
  const last = (name: string): string | undefined => given.get(name)?.at(-1)
  const tasks = TASKS.filter((name) => given.has(name))
  const [name = 'serve', other] = tasks
  if (other) throw new UsageError(`Give one of ${tasks.map((task) => `--${task}`).join(' and ')}, not both.`)
  requireUserArguments(name === 'set-password', last('users'), last('user'))
  if (name === 'seed' && NOT_FOR_TESTS.some((flag) => given.has(flag)))
    throw new UsageError(`--seed serves tests on this machine, from memory: leave out --${NOT_FOR_TESTS.join(', --')}.`)
  const lake: LakeOptions = {dir: '.data/lake', allowedOrigins: [], webhooks: []}
  for (const [flag, {read}] of Object.entries(FLAGS)) {
    for (const value of given.get(flag) ?? []) Object.assign(lake, read?.(value, lake))
  }
  return {
    help: given.has('help'),
    task: {name, value: last(name) ?? ''},
    importMode: oneOf('import-mode', IMPORT_MODES, last('import-mode') ?? 'missing'),
    user: last('user'),
    releaseRule: last('release-rule'),
    lake,
  }
}

/** The values of each flag that is there; one that takes none, or whose last value counts, has one. */
function parse(args: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const options = Object.fromEntries(
    Object.entries(FLAGS).map(([name, {value, isRepeatable = false}]) => [
      name,
      value === undefined
        ? ({type: 'boolean', ...(name === 'help' && {short: 'h'})} as const)
        : ({type: 'string', multiple: isRepeatable} as const),
    ]),
  )
  try {
    const {values} = parseArgs({args: [...args], options})
    return new Map(
      Object.entries(values).map(([name, value]): [string, string[]] => [name, [value ?? ''].flat().map(String)]),
    )
  } catch (error) {
    const [sentence] = messageOf(error).split('. ')
    throw new UsageError(`${sentence}. See --help.`)
  }
}

/** With named users there is no shared password, so `--user` is required. */
function requireUserArguments(setsPassword: boolean, users: string | undefined, user: string | undefined): void {
  if (user !== undefined && (!setsPassword || !users)) {
    throw new UsageError('--user needs --set-password and --users <file>.')
  }
  if (setsPassword && users && user === undefined) {
    throw new UsageError('--set-password needs --user <id> where there are --users.')
  }
}

const wrong = (flag: string, expected: string, value: string): UsageError =>
  new UsageError(`--${flag} needs ${expected}, not "${value}".`)

function matching(flag: string, pattern: RegExp, expected: string, value: string): string {
  if (!pattern.test(value)) throw wrong(flag, expected, value)
  return value
}

function readPort(flag: string, value: string): number {
  if (!/^\d+$/.test(value) || Number(value) > 65535) throw wrong(flag, 'a number from 0 to 65535', value)
  return Number(value)
}

const readCount = (flag: string, value: string): number => Number(matching(flag, /^\d{1,7}$/, 'a whole number', value))

function readOrigin(flag: string, value: string): string {
  const origin = URL.parse(value)?.origin ?? 'null'
  if (origin === 'null') throw wrong(flag, 'an origin such as http://localhost:3000', value)
  return origin
}

function oneOf<const Choice extends string>(flag: string, choices: readonly Choice[], value: string): Choice {
  const choice = choices.find((one) => one === value)
  if (!choice) throw new UsageError(`--${flag} is one of ${choices.join(', ')}, not "${value}".`)
  return choice
}

const usageOf = ([name, {value, help}]: [string, Flag]): string =>
  `  ${`--${name}${value === undefined ? '' : ` <${value}>`}`.padEnd(24)}  ${help}`

export const HELP = `Usage: embedded-content-lake [options]
       embedded-content-lake dev [options] -- <command>   runs a project's own command on the lake in place of Sanity

Serves Sanity's HTTP API, and a built Studio, from one folder on this machine.

${Object.entries(FLAGS).map(usageOf).join('\n')}

With --seed and --reset, tokens are test-read-token, test-write-token and test-admin-token unless the environment says
otherwise.

Tokens come from SANITY_API_READ_TOKEN, SANITY_API_WRITE_TOKEN and SANITY_API_ADMIN_TOKEN, else from tokens.json in the
folder, which is made at the first start. A password comes from LAKE_PASSWORD, else from password.json in the folder. On
an address that others can reach, the lake does not start without one.
`
