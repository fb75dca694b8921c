import {parseArgs} from 'node:util'
import type {ImportMode} from '../dataset/importDataset.ts'
import type {LakeOptions} from '../types.ts'
import {readWebhooks} from './readWebhooks.ts'
import {UsageError} from './UsageError.ts'

export interface Command {
  help: boolean
  lake: LakeOptions
  importFrom: string | undefined
  importMode: ImportMode
  exportTo: string | undefined
}

const IMPORT_MODES: readonly ImportMode[] = ['create', 'replace', 'missing']
const text = {type: 'string'} as const
const list = {type: 'string', multiple: true} as const
const OPTIONS = {
  dir: text,
  port: text,
  host: text,
  project: text,
  dataset: text,
  studio: text,
  'allow-origin': list,
  webhook: list,
  import: text,
  'import-mode': text,
  export: text,
  help: {type: 'boolean', short: 'h'},
} as const

function parse(args: readonly string[]) {
  try {
    return parseArgs({args: [...args], options: OPTIONS}).values
  } catch (error) {
    const [sentence] = (error instanceof Error ? error.message : String(error)).split('. ')
    throw new UsageError(`${sentence}. See --help.`)
  }
}

function readPort(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const port = Number(value)
  if (!/^\d+$/.test(value) || port > 65535)
    throw new UsageError(`--port needs a number from 0 to 65535, not "${value}".`)
  return port
}

function readOrigin(value: string): string {
  const origin = URL.canParse(value) ? new URL(value).origin : 'null'
  if (origin === 'null')
    throw new UsageError(`--allow-origin needs an origin such as http://localhost:3000, not "${value}".`)
  return origin
}

/** Reads the command line. Throws UsageError with a sentence to show. */
export function readArguments(args: readonly string[]): Command {
  const values = parse(args)
  const port = readPort(values.port)
  const wantedMode = values['import-mode'] ?? 'missing'
  const importMode = IMPORT_MODES.find((mode) => mode === wantedMode)
  if (!importMode) throw new UsageError(`--import-mode is one of ${IMPORT_MODES.join(', ')}, not "${wantedMode}".`)
  if (values.import && values.export) throw new UsageError('Give --import or --export, not both.')
  return {
    help: values.help ?? false,
    importFrom: values.import,
    importMode,
    exportTo: values.export,
    lake: {
      dir: values.dir ?? '.data/lake',
      ...(port !== undefined && {port}),
      ...(values.host && {host: values.host}),
      ...(values.project && {projectId: values.project}),
      ...(values.dataset && {dataset: values.dataset}),
      ...(values.studio && {studioDir: values.studio}),
      allowedOrigins: (values['allow-origin'] ?? []).map(readOrigin),
      webhooks: (values.webhook ?? []).flatMap(readWebhooks),
    },
  }
}
