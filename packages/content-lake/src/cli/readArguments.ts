import {isIP} from 'node:net'
import {parseArgs} from 'node:util'
import {messageOf, UsageError} from '../errors.ts'
import type {ImportMode, LakeOptions} from '../types.ts'
import {readUniqueRules, readWebhooks} from './configFiles.ts'

export interface Command {
  help: boolean
  lake: LakeOptions
  seed: string | undefined
  /** Takes the running lake for tests back to its seed. */
  reset: boolean
  importFrom: string | undefined
  importMode: ImportMode
  exportTo: string | undefined
  backupTo: string | undefined
  /** A time in ISO 8601, whose content comes back. */
  rewindTo: string | undefined
  compact: boolean
  setPassword: boolean
  user: string | undefined
  releaseRule: string | undefined
}

const IMPORT_MODES: readonly ImportMode[] = ['create', 'replace', 'missing']
const text = {type: 'string'} as const
const list = {type: 'string', multiple: true} as const
const OPTIONS = {
  dir: text,
  port: text,
  'metrics-port': text,
  host: text,
  project: text,
  dataset: text,
  studio: text,
  'allow-origin': list,
  'frame-origin': list,
  'allow-host': list,
  'public-url': text,
  'trust-proxy': list,
  'set-password': {type: 'boolean'},
  users: text,
  user: text,
  'query-timeout': text,
  'visitor-streams': text,
  'visitor-streams-per-address': text,
  log: text,
  'log-level': text,
  verbose: {type: 'boolean'},
  webhook: list,
  unique: text,
  'release-rule': text,
  seed: text,
  reset: {type: 'boolean'},
  import: text,
  'import-mode': text,
  export: text,
  backup: text,
  rewind: text,
  compact: {type: 'boolean'},
  'compact-after': text,
  help: {type: 'boolean', short: 'h'},
} as const

function parse(args: readonly string[]) {
  try {
    return parseArgs({args: [...args], options: OPTIONS}).values
  } catch (error) {
    const [sentence] = messageOf(error).split('. ')
    throw new UsageError(`${sentence}. See --help.`)
  }
}

type Values = ReturnType<typeof parse>

function readPort(value: string | undefined, option = 'port'): number | undefined {
  if (value === undefined) return undefined
  const port = Number(value)
  if (!/^\d+$/.test(value) || port > 65535)
    throw new UsageError(`--${option} needs a number from 0 to 65535, not "${value}".`)
  return port
}

function readOrigin(option: string, value: string): string {
  const origin = URL.canParse(value) ? new URL(value).origin : 'null'
  if (origin === 'null')
    throw new UsageError(`--${option} needs an origin such as http://localhost:3000, not "${value}".`)
  return origin
}

function readHours(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (value === 'never') return Number.POSITIVE_INFINITY
  if (!/^\d+$/.test(value)) throw new UsageError(`--compact-after needs a number of hours or "never", not "${value}".`)
  return Number(value)
}

function readNetwork(values: Values): Partial<LakeOptions> {
  const {'allow-host': hosts, 'public-url': publicUrl, 'trust-proxy': proxies, 'query-timeout': timeout} = values
  for (const name of hosts ?? []) {
    if (!/^[\w.-]+$/.test(name)) throw new UsageError(`--allow-host needs a name such as lake.example, not "${name}".`)
  }
  for (const address of proxies ?? []) {
    if (isIP(address) === 0) throw new UsageError(`--trust-proxy needs an address such as 127.0.0.1, not "${address}".`)
  }
  if (publicUrl !== undefined && !/^https?:\/\/[^/?#]+\/?$/.test(publicUrl)) {
    throw new UsageError(`--public-url needs a URL without a path, such as https://lake.example, not "${publicUrl}".`)
  }
  if (timeout !== undefined && !/^[1-9]\d{1,6}$/.test(timeout)) {
    throw new UsageError(`--query-timeout needs a number of milliseconds, not "${timeout}".`)
  }
  return {
    ...(hosts && {allowedHosts: hosts}),
    ...(proxies && {trustedProxies: proxies}),
    ...(publicUrl && {publicUrl}),
    ...(timeout && {maxQueryMs: Number(timeout)}),
  }
}

function readCount(name: keyof Values, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (!/^\d{1,7}$/.test(value)) throw new UsageError(`--${name} needs a whole number, not "${value}".`)
  return Number(value)
}

function readStreamLimits(values: Values): Partial<LakeOptions> {
  const anonymous = readCount('visitor-streams', values['visitor-streams'])
  const anonymousPerAddress = readCount('visitor-streams-per-address', values['visitor-streams-per-address'])
  if (anonymous === undefined && anonymousPerAddress === undefined) return {}
  return {
    streamLimits: {
      ...(anonymous !== undefined && {anonymous}),
      ...(anonymousPerAddress !== undefined && {anonymousPerAddress}),
    },
  }
}

/** With named users there is no shared password, so `--user` is required. */
function requireUserArguments({'set-password': setPassword, users, user}: Values): void {
  if (user !== undefined && (!setPassword || !users)) {
    throw new UsageError('--user needs --set-password and --users <file>.')
  }
  if (setPassword && users && user === undefined) {
    throw new UsageError('--set-password needs --user <id> where there are --users.')
  }
}

const LOG_LEVELS = ['problems', 'requests', 'queries'] as const

function readLogging({log, verbose, ...values}: Values): Partial<LakeOptions> {
  const wanted = values['log-level']
  const level = LOG_LEVELS.find((one) => one === wanted)
  if (wanted !== undefined && !level)
    throw new UsageError(`--log-level is one of ${LOG_LEVELS.join(', ')}, not "${wanted}".`)
  if (log !== undefined && log !== 'json' && log !== 'text')
    throw new UsageError(`--log is json or text, not "${log}".`)
  return {
    ...(log && {logFormat: log, logLevel: 'requests'}),
    ...(verbose && {logLevel: 'queries'}),
    ...(level && {logLevel: level}),
  }
}

/** Its tokens are known to everybody, so a lake for tests is never reached from elsewhere. */
const NOT_FOR_TESTS = ['dir', 'host', 'allow-host', 'public-url', 'trust-proxy', 'compact-after'] as const

export function readArguments(args: readonly string[]): Command {
  const values = parse(args)
  const port = readPort(values.port)
  const metricsPort = readPort(values['metrics-port'], 'metrics-port')
  const wantedMode = values['import-mode'] ?? 'missing'
  const importMode = IMPORT_MODES.find((mode) => mode === wantedMode)
  if (!importMode) throw new UsageError(`--import-mode is one of ${IMPORT_MODES.join(', ')}, not "${wantedMode}".`)
  const tasks = (['set-password', 'seed', 'reset', 'import', 'export', 'backup', 'rewind', 'compact'] as const).filter(
    (task) => values[task],
  )
  if (tasks.length > 1) throw new UsageError(`Give one of ${tasks.map((task) => `--${task}`).join(' and ')}, not both.`)
  requireUserArguments(values)
  if (values.seed !== undefined && NOT_FOR_TESTS.some((name) => values[name] !== undefined))
    throw new UsageError(`--seed serves tests on this machine, from memory: leave out --${NOT_FOR_TESTS.join(', --')}.`)
  const compactAfterHours = readHours(values['compact-after'])
  return {
    help: values.help ?? false,
    seed: values.seed,
    reset: values.reset ?? false,
    importFrom: values.import,
    importMode,
    exportTo: values.export,
    backupTo: values.backup,
    rewindTo: values.rewind,
    compact: values.compact ?? false,
    setPassword: values['set-password'] ?? false,
    user: values.user,
    releaseRule: values['release-rule'],
    lake: {
      dir: values.dir ?? '.data/lake',
      ...(port !== undefined && {port}),
      ...(metricsPort !== undefined && {metricsPort}),
      ...(values.host && {host: values.host}),
      ...(values.project && {projectId: values.project}),
      ...(values.dataset && {dataset: values.dataset}),
      ...(values.studio && {studioDir: values.studio}),
      ...(values.users && {users: values.users}),
      ...(compactAfterHours !== undefined && {compactAfterHours}),
      allowedOrigins: (values['allow-origin'] ?? []).map((value) => readOrigin('allow-origin', value)),
      ...(values['frame-origin'] && {
        framedOrigins: values['frame-origin'].map((value) => readOrigin('frame-origin', value)),
      }),
      ...readNetwork(values),
      ...readStreamLimits(values),
      ...readLogging(values),
      webhooks: (values.webhook ?? []).flatMap(readWebhooks),
      ...(values.unique && {unique: readUniqueRules(values.unique)}),
    },
  }
}

export const HELP = `Usage: embedded-content-lake [options]
       embedded-content-lake dev [options] -- <command>   runs a project's own command on the lake in place of Sanity

Serves Sanity's HTTP API, and a built Studio, from one folder on this machine.

  --dir <folder>            database, assets and tokens (default .data/lake)
  --port <number>           default 3333; 0 picks a free one
  --metrics-port <number>   serves /metrics for Prometheus there, on 127.0.0.1 (default: nowhere)
  --host <address>          default 127.0.0.1
  --project <id>            default local
  --dataset <name>          default production
  --studio <folder>         a built Studio to serve at /
  --allow-origin <origin>   a site that may use the Studio's session; may be repeated
  --frame-origin <origin>   a site that the Studio may show in Presentation, without its session; may be repeated
  --set-password            asks for a password (or reads it from a pipe), keeps its hash in the folder, and ends
  --users <file>            people and their roles as JSON, who then sign in by name (see the README)
  --user <id>               with --users and --set-password: whose password is set
  --allow-host <name>       a host name besides the local ones that it answers to; may be repeated
  --public-url <url>        where others reach it, such as https://lake.example; its name is allowed, too
  --trust-proxy <address>   a proxy whose X-Forwarded-For and -Proto are believed; may be repeated
  --webhook <file>          webhooks as JSON, one or a list; may be repeated
  --unique <file>           fields as JSON whose values no two published documents share (see the README)
  --release-rule <module>   a JavaScript module whose function judges each release (see the README)
  --seed <source>           serves this, in the form of --import, from memory, for tests; nothing is kept
  --reset                   takes the lake on --port that was started with --seed back to its seed, and ends
  --import <source>         an .ndjson file, a folder with one, images/ and files/, or a .tar.gz of that; then serves
  --import-mode <mode>      create, replace or missing (default missing: leaves what is there alone)
  --export <target>         writes all documents and assets into a folder or a .tar.gz, and ends
  --backup <folder>         copies the whole lake there, also while it runs, and ends
  --rewind <time>           gives every document the state that it had then (2026-11-23T08:00:00Z), and ends
  --compact                 merges old edits in the history, makes the file small, and ends
  --compact-after <hours>   how old edits are when they are merged (default 24), or never
  --query-timeout <ms>      how long one query may take (default 5000)
  --visitor-streams <n>     how many event streams visitors without a token may hold together (default 1000),
  --visitor-streams-per-address <n>   and from one address (default 100)
  --log <text|json>         logs each request, with an id and without content
  --log-level <level>       problems, requests or queries (default requests with --log, else problems)
  --verbose                 logs each query, too, with its time
  --help                    this text

With --seed and --reset, tokens are test-read-token, test-write-token and test-admin-token unless the environment says
otherwise.

Tokens come from SANITY_API_READ_TOKEN, SANITY_API_WRITE_TOKEN and SANITY_API_ADMIN_TOKEN, else from tokens.json in the
folder, which is made at the first start. A password comes from LAKE_PASSWORD, else from password.json in the folder. On
an address that others can reach, the lake does not start without one.
`
