/** Each logs what those before it do, too. */
export const LOG_LEVELS = ['problems', 'requests', 'queries'] as const
type LogLevel = (typeof LOG_LEVELS)[number]
export type LogFields = Record<string, string | number | boolean | undefined>

interface LogOptions {
  write: (line: string) => void
  format: 'text' | 'json'
  level: LogLevel
}

/** Security events of one kind in one minute; the next entry has the number dropped. */
const MAX_A_MINUTE = 60
const MINUTE_MS = 60_000

/** The lake's log, for people or as JSON, without content, parameters or secrets; `queries` adds texts of queries. */
export class Log {
  readonly #options: LogOptions
  readonly #minutes = new Map<string, {since: number; count: number}>()

  constructor(options: LogOptions) {
    this.#options = options
  }

  has(level: LogLevel): boolean {
    return LOG_LEVELS.indexOf(level) <= LOG_LEVELS.indexOf(this.#options.level)
  }

  /** Logs a problem for the operator. */
  problem(message: string, fields: LogFields = {}): void {
    this.#write('warn', message, fields)
  }

  /** Logs a frequent event, if the level includes it. */
  event(level: LogLevel, message: string, fields: LogFields): void {
    if (this.has(level)) this.#write('info', message, fields)
  }

  /** Logs a security event, at every level. Floods of one kind are counted. `now`: by a clock that nobody sets back. */
  security(event: string, fields: LogFields, now: number = performance.now()): void {
    const known = this.#minutes.get(event)
    const isNew = known === undefined || now - known.since >= MINUTE_MS
    const minute = isNew ? {since: now, count: 0} : known
    this.#minutes.set(event, minute)
    minute.count += 1
    if (minute.count > MAX_A_MINUTE) return
    const left = isNew && known ? known.count - MAX_A_MINUTE : 0
    this.#write('info', `security: ${event}`, {...fields, ...(left > 0 && {leftOut: left})})
  }

  #write(severity: 'info' | 'warn', message: string, fields: LogFields): void {
    const {write, format} = this.#options
    if (format === 'json') {
      write(JSON.stringify({time: new Date().toISOString(), level: severity, message, ...fields}))
      return
    }
    const details = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
    write(asEntry([message, ...details].join(' '), severity))
  }
}

/**
 * Indents further lines of a stack, so that nothing that a stranger sent begins an entry. Everything else is one line.
 */
const asEntry = (text: string, severity: 'info' | 'warn'): string =>
  text
    .replace(/[\r\n\u2028\u2029]+/g, severity === 'warn' ? '\n    ' : ' ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they steer terminals.
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '\ufffd')
