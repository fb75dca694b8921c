/** Codes of errors that happen on the server and are shown in the browser. */
const codes = ['unknownMiddleware'] as const
export type SiteErrorCode = (typeof codes)[number]

export interface SiteErrorFacts {
  code: SiteErrorCode
  status: number
  /** Such as the unknown name. */
  subject: string
}

const mark = 'SITE_ERROR'

/**
 * An error that the error page can describe. In production Next replaces a server error's message but passes its digest
 * to the browser, so the digest carries the facts.
 */
export class SiteError extends Error {
  override readonly name = 'SiteError'
  readonly status: number
  readonly digest: string

  constructor(message: string, {code, status, subject}: SiteErrorFacts) {
    super(message)
    this.status = status
    this.digest = [mark, code, status, subject].join(';')
  }

  static unknownMiddleware(name: string): SiteError {
    return new SiteError(`Unknown middleware ${name}`, {code: 'unknownMiddleware', status: 500, subject: name})
  }
}

/** Parses a SiteError's digest. Returns undefined for any other. */
export function readDigest(digest: unknown): SiteErrorFacts | undefined {
  if (typeof digest !== 'string') return undefined
  const [first, name, status, ...subject] = digest.split(';')
  const code = codes.find((candidate) => candidate === name)
  return first === mark && code ? {code, status: Number(status), subject: subject.join(';')} : undefined
}
