/** The result of a check of `npm run doctor`: one line of its output. */
export interface Finding {
  /** Only `fail` makes the command end with 1. */
  state: 'ok' | 'warn' | 'fail' | 'skip'
  text: string
}

export const ok = (text: string): Finding => ({state: 'ok', text})
export const warn = (text: string): Finding => ({state: 'warn', text})
export const fail = (text: string): Finding => ({state: 'fail', text})
export const skip = (text: string): Finding => ({state: 'skip', text})

export interface Check {
  /** Begins the line if the check itself fails. */
  name: string
  run: () => Finding[] | Promise<Finding[]>
}

/** Time limit of a connection to another program, in milliseconds. */
export const answerLimit = 5000

/** Time limit of a whole check. Longer, so that a connection's own error, which says more, comes first. */
const checkLimit = 8000

/** Runs a check. A check that throws, or takes too long, is a failed line. */
export async function runCheck({name, run}: Check, limit = checkLimit): Promise<Finding[]> {
  const {promise: late, reject} = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no result within ${limit / 1000} s`)), limit)
  try {
    return await Promise.race([late, run()])
  } catch (error) {
    return [fail(`${name} could not be checked: ${reasonOf(error)}. Look for what keeps it, and run this again.`)]
  } finally {
    clearTimeout(timer)
  }
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed',
  ENOTFOUND: 'unknown host name',
  EAI_AGAIN: 'host name could not be looked up',
  ETIMEDOUT: 'no answer in time',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  EACCES: 'no permission',
}

/** Returns in a few words why something failed, from the innermost cause, as `fetch` wraps it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer in time'
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (error.cause instanceof Error) return reasonOf(error.cause)
  const code = 'code' in error ? String(error.code) : ''
  return reasons[code] ?? (error.message.replace(/[.\s]+$/, '') || code || error.name)
}

/** The part of an address that may be shown: no name, password, path or query. */
export function shown(address: string): string {
  const {protocol, host} = new URL(address)
  return `${protocol}//${host}`
}
