export type LogLevel = 'problems' | 'requests' | 'queries'
export type LogFields = Record<string, string | number | boolean | undefined>

export interface LogOptions {
  /** Takes each line. */
  write: (line: string) => void
  format: 'text' | 'json'
  level: LogLevel
}

const LEVELS: readonly LogLevel[] = ['problems', 'requests', 'queries']

/**
 * The lake's log: one line for each event, for people or as JSON. No line holds content, parameters or secrets; only
 * the level `queries` shows the text of queries.
 */
export class Log {
  readonly #options: LogOptions

  constructor(options: LogOptions) {
    this.#options = options
  }

  has(level: LogLevel): boolean {
    return LEVELS.indexOf(level) <= LEVELS.indexOf(this.#options.level)
  }

  /** What whoever runs the lake should know. */
  problem(message: string, fields: LogFields = {}): void {
    this.#write('warn', message, fields)
  }

  /** What happens all the time; only when the level asks for it. */
  event(level: LogLevel, message: string, fields: LogFields): void {
    if (this.has(level)) this.#write('info', message, fields)
  }

  #write(severity: 'info' | 'warn', message: string, fields: LogFields): void {
    const {write, format} = this.#options
    if (format === 'json') {
      write(JSON.stringify({time: new Date().toISOString(), level: severity, message, ...fields}))
      return
    }
    const details = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
    write(oneLine([message, ...details].join(' '), severity))
  }
}

/** A stack runs over several lines, and is for people; what a stranger sent has no business to begin a new one. */
const oneLine = (text: string, severity: 'info' | 'warn'): string =>
  severity === 'warn' ? text : text.replace(/[\r\n\u2028\u2029]+/g, ' ')
