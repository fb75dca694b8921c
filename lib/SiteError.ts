/** Errors of the site's catalogue, which may happen on the server and be shown in the browser. */
const codes = ['unknownMiddleware'] as const
export type SiteErrorCode = (typeof codes)[number]

export interface SiteErrorFacts {
  code: SiteErrorCode
  status: number
  /** What the error is about, such as the unknown name. */
  subject: string
}

const mark = 'SITE_ERROR'

/**
 * An error whose words the error page knows. In production Next replaces a server error's message, but hands its digest
 * on to the browser: so the digest says what happened, and the page says it in its language.
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

/** Reads back what a digest says; undefined where it is not one of ours. */
export function readDigest(digest: unknown): SiteErrorFacts | undefined {
  if (typeof digest !== 'string') return undefined
  const [first, name, status, ...subject] = digest.split(';')
  const code = codes.find((candidate) => candidate === name)
  return first === mark && code ? {code, status: Number(status), subject: subject.join(';')} : undefined
}
