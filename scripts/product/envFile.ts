/** `.env.local`: finds what is written there without effect. */
import {existsSync} from 'node:fs'
import {join} from 'node:path'
import {parseEnv} from 'node:util'
import {readEnvFile} from '../../lib/loadEnvFile.ts'
import {root} from './paths.ts'

/** Variables in a file, which the shell's override. */
export const envFile = join(root, '.env.local')

/** Settings that may stand in the file; a test compares both lists with `.env.example`. */
export const fileSettings: readonly string[] = [
  ...['PORT', 'HOST', 'TRUSTED_PROXIES', 'LIGHT_PAGES', 'LOG_FORMAT', 'LOG_REQUESTS', 'METRICS_PORT'],
  ...['LAKE_METRICS_PORT', 'INSTANCES', 'LAKE_PORT', 'STUDIO_DEV_PORT', 'REDIS_URL', 'SITE_PROXY_URL', 'VERBOSE'],
  ...['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG', 'CONTENT_FALLBACK', 'DATABASE_URL', 'SMTP_URL'],
  ...['NEXT_PUBLIC_SITE_URL', 'NEXT_PUBLIC_SANITY_PROJECT_ID', 'NEXT_PUBLIC_SANITY_DATASET'],
  ...['NEXT_PUBLIC_SANITY_API_HOST', 'NEXT_PUBLIC_SANITY_STUDIO_URL', 'SANITY_API_READ_TOKEN'],
  ...['SANITY_API_WRITE_TOKEN', 'SANITY_API_ADMIN_TOKEN', 'SANITY_WEBHOOK_SECRET', 'SANITY_API_TIMEOUT'],
  ...['ENQUIRY_MAIL_TO', 'ENQUIRY_MAIL_FROM', 'ENQUIRY_WEBHOOK_URL', 'ENQUIRY_WEBHOOK_FORMAT'],
  ...['ENQUIRY_WEBHOOK_SECRET', 'ENQUIRY_RETENTION_DAYS', 'ENQUIRY_ROLES'],
]
/** Settings that are needed before the file is read. */
export const shellSettings: readonly string[] = [
  ...['DATA_DIR', 'SITE_BUILD_DIR', 'STUDIO_BUILD_DIR', 'CHROMIUM_PATH', 'TEST_PORT', 'TEST_LAKE_PORT'],
]

/** Files that Next reads besides; the Studio, the lake and the commands do not. */
const nextsOwn = ['.env', '.env.development', '.env.development.local', '.env.production', '.env.production.local']

/** Returns a sentence for each thing in the folder's `.env.local` that has no effect, such as a name with a typing error. */
export function envFileHints(folder: string): string[] {
  const others = nextsOwn.filter((name) => existsSync(join(folder, name)))
  const hints = others.map((name) => `${name} is read by the site alone. Move its settings to .env.local.`)
  const text = readEnvFile(join(folder, '.env.local'))
  for (const [, name = ''] of text.matchAll(/^\s*([A-Z][A-Z\d_]+)(?:\s*:|[ \t]+)\s*[^\s=].*$/gm)) {
    hints.push(`${name} in .env.local has no "=". Write ${name}=value.`)
  }
  for (const [, name = ''] of text.matchAll(
    /^[ \t]*(?:export[ \t]+)?([A-Z][A-Z\d_]+)[ \t]*=[ \t]*[^\s"'`#][^\n#]*[^\s#]#/gm,
  )) {
    hints.push(`${name} in .env.local ends before its #, as a comment begins there. Put the value into quotes.`)
  }
  for (const [name, value = ''] of Object.entries(parseEnv(text))) {
    if (fileSettings.includes(name)) {
      if (value.includes('\n')) hints.push(`${name} in .env.local goes on in the next line. Close its quotes.`)
      continue
    }
    if (shellSettings.includes(name)) hints.push(`${name} in .env.local comes too late. Set it in the shell.`)
    const meant = nearest(name)
    if (meant) hints.push(`${name} in .env.local is not a setting of this project. Did you mean ${meant}?`)
  }
  return hints
}

/** The setting that a name resembles, if it is none itself. */
function nearest(name: string): string | undefined {
  const known = [...fileSettings, ...shellSettings]
  if (known.includes(name) || /^(OTEL|BACKUP)_/.test(name)) return undefined
  const core = coreOf(name)
  const limit = core.length < 8 ? 1 : Math.min(3, Math.floor(core.length / 5))
  const [best] = known
    .map((setting) => ({setting, distance: distance(core, coreOf(setting))}))
    .toSorted((a, b) => a.distance - b.distance)
  return best && best.distance <= limit ? best.setting : undefined
}

const coreOf = (name: string): string => name.replace(/^NEXT_PUBLIC_/, '').replaceAll('_', '')

/** Levenshtein distance; 1 for the same letters in another order. */
function distance(one: string, other: string): number {
  if (one !== other && [...one].sort().join('') === [...other].sort().join('')) return 1
  let row = Array.from({length: other.length + 1}, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [at, second] of [...other].entries()) {
      const replaced = (row[at] ?? 0) + (letter === second ? 0 : 1)
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
