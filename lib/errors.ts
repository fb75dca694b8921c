import type {Locale} from './locales.ts'

/** Codes of errors that happen on the server and are shown in the browser. */
const codes = ['unknownMiddleware'] as const
type SiteErrorCode = (typeof codes)[number]

interface SiteErrorFacts {
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

/** Texts for when the error page itself fails. */
export const fallbackWords: Record<Locale, Record<'pageFailed' | 'goHome', string>> = {
  zh: {pageFailed: '显示错误页面时出错', goHome: '回到首页'},
  en: {pageFailed: 'An error occurred while showing the error page', goHome: 'Go back to home'},
}

/** Texts of a hidden page. */
export const hiddenWords: Record<Locale, Record<'title' | 'backHome', string>> = {
  zh: {title: '找不到这个页面', backHome: '返回首页'},
  en: {title: 'This page could not be found', backHome: 'Back to the home page'},
}

type ErrorWords = Record<'title' | 'retry' | 'contact', string> & Record<SiteErrorCode, (subject: string) => string>

/**
 * Texts of the error page, bundled with it so that it needs neither the messages nor the content lake. A test compares
 * them with the interface's messages.
 */
export const errorWords: Record<Locale, ErrorWords> = {
  zh: {title: '出错了', retry: '重试', contact: '联系我们', unknownMiddleware: (name) => `未知的中间件 ${name}`},
  en: {
    title: 'Error',
    retry: 'Try again',
    contact: 'Contact',
    unknownMiddleware: (name) => `Unknown middleware ${name}`,
  },
}

/**
 * Returns title and status of the error page for what was thrown. The title is the message, except for errors of the
 * server: Next replaces their messages, so it is made from the digest.
 */
export function describeError(error: unknown, locale: Locale): {title: string; status: number} {
  const words = errorWords[locale]
  const thrown: {digest?: unknown; message?: unknown; status?: unknown} =
    typeof error === 'object' && error !== null ? error : {}
  const {digest, message, status} = thrown
  const facts = readDigest(digest)
  if (facts) return {title: words[facts.code](facts.subject), status: facts.status}
  const own = digest === undefined && typeof message === 'string' ? message : ''
  return {title: own || words.title, status: typeof status === 'number' ? status : 500}
}
