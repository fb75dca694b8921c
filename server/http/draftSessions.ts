import {createHmac, randomBytes, scryptSync, timingSafeEqual} from 'node:crypto'
import {readFileSync} from 'node:fs'
import type {IncomingMessage, ServerResponse} from 'node:http'
import {join} from 'node:path'
import {z} from 'zod'
import {basePath, draftCookie, perspectiveCookie, previewLinkCookie} from '../../lib/constants.ts'
import {locales} from '../../lib/locales.ts'
import {isRoute, type Route} from '../../lib/routes.ts'
import {pathOf, sitePath, withBasePath} from '../../lib/urls.ts'
import {isPartPath} from './publishedParts.ts'

/** In seconds: a working day. */
const sessionLife = 12 * 60 * 60

/** Most event streams of a session. A tab with a preview has one. */
const streamsPerSession = 16
const eventsPath = withBasePath('/api/draft-mode/events')

export interface DraftKeys {
  /** Value of Next's own cookie: the same for everybody, and valid for ever, in one build. */
  previewModeId: string
  /** Signs the cookies that browsers get. The same in all builds and instances, so that a deployment ends no preview. */
  signingKey: string
}

const manifest = z.object({preview: z.object({previewModeId: z.string().min(1)})})

/**
 * Reads Next's cookie from a build's folder, and derives the signing key from the token that reads drafts: with a new token
 * all previews end. It takes a tenth of a second.
 */
export function readDraftKeys(folder: string, readToken = randomBytes(32).toString('base64')): DraftKeys {
  const {preview} = manifest.parse(JSON.parse(readFileSync(join(folder, 'prerender-manifest.json'), 'utf8')))
  // Slow on purpose: whoever holds a signed cookie could try tokens against it.
  return {...preview, signingKey: scryptSync(readToken, 'draft sessions', 32).toString('base64')}
}

/** Value of a genuine cookie that ends at a time, in milliseconds. */
export function draftSession({signingKey}: DraftKeys, end: number): string {
  const session = `${end}.${randomBytes(9).toString('base64url')}`
  return `${session}.${sign('draft-session', session, signingKey)}`
}

/** A preview link's permission: the drafts of one page, in both languages. */
export interface LinkSession {
  /** The id of the link. */
  link: string
  route: Route
  /** When the link ends, in milliseconds. */
  end: number
}

/** Value of the cookie of a preview link, as the route sets it; `DraftSessions` signs it on the way out. */
export function linkSession({link, route, end}: LinkSession): string {
  return `${end}.${link}.${Buffer.from(route).toString('base64url')}`
}

/** Whether a request is for a draft. Only genuine cookies are left: `DraftSessions` removes all others. */
export function isDraftRequest({headers}: Pick<IncomingMessage, 'headers'>): boolean {
  return namesDraft.test(headers.cookie ?? '')
}

/** Whether a request is for a draft and comes from an editor: only editors' drafts may be framed by the Studio. */
export function isEditorRequest(request: Pick<IncomingMessage, 'headers'>): boolean {
  return isDraftRequest(request) && !namesLink.test(request.headers.cookie ?? '')
}

/**
 * Next's cookie beside `draftCookie` for previews of its older kind, which the site has not. To any value Next answers with
 * `Set-Cookie` headers that end draft mode, also on pages that shared caches keep and would give to editors.
 */
const olderPreviewCookie = '__next_preview_data'
/** Cookies that reach Next only as `DraftSessions` writes them, if at all. */
const guarded: readonly string[] = [draftCookie, previewLinkCookie, olderPreviewCookie]

const named = (cookie: string) => new RegExp(`(?:^|;)\\s*${cookie}\\s*=`)
const namesDraft = named(draftCookie)
const namesLink = named(previewLinkCookie)

/**
 * Signs draft cookies, and lets only genuine ones through. Next's own is the same for all editors and never ends, so
 * the browser gets a signed one that ends after a working day; in a request it is replaced by Next's. The cookie of a
 * preview link holds no more than the link's id, and counts on the link's own page alone.
 */
export class DraftSessions {
  readonly #keys: DraftKeys
  readonly #now: () => number
  readonly #streams = new Map<string, number>()

  constructor(keys: DraftKeys, now: () => number = Date.now) {
    this.#keys = keys
    this.#now = now
  }

  /**
   * Replaces a genuine cookie of a request by Next's, removes others. False where the session has too many event streams;
   * those that are open end with it.
   */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    const session = this.#replaceCookie(request)
    if (!session || pathOf(request.url) !== eventsPath) return true
    const streams = this.#streams.get(session) ?? 0
    if (streams >= streamsPerSession) return false
    this.#streams.set(session, streams + 1)
    // Longer ones would fire at once. After the clock was set back, a session may have that long.
    const left = Math.min(endOf(session) - this.#now(), 2 ** 31 - 1)
    const timer = setTimeout(() => response.destroy(), left)
    timer.unref()
    response.once('close', () => {
      clearTimeout(timer)
      const others = (this.#streams.get(session) ?? 1) - 1
      if (others > 0) this.#streams.set(session, others)
      else this.#streams.delete(session)
    })
    return true
  }

  /**
   * A browser may send two cookies of one name, one of them partitioned: it is enough if one is genuine. An editor's
   * takes precedence.
   */
  #replaceCookie({headers, url = ''}: IncomingMessage): string | undefined {
    const sent = headers.cookie ?? ''
    if (!guarded.some((name) => sent.includes(name))) return undefined
    const cookies = sent.split(';').map((cookie) => {
      const [name = ''] = cookie.split('=', 1)
      return {text: cookie.trim(), name: name.trim(), value: cookie.slice(name.length + 1).trim()}
    })
    const valuesOf = (wanted: string) => cookies.flatMap(({name, value}) => (name === wanted ? [value] : []))
    const session = valuesOf(draftCookie).find((value) => this.#isGenuine(value))
    const link = session
      ? undefined
      : valuesOf(previewLinkCookie)
          .map((value) => this.#readLink(value))
          .find((read) => read && isShownBy(read.route, url))
    const kept = cookies.flatMap(({name, text}) => (guarded.includes(name) ? [] : [text]))
    if (session || link) kept.push(`${draftCookie}=${this.#keys.previewModeId}`)
    if (link) kept.push(`${previewLinkCookie}=${link.link}`)
    if (kept.length > 0) headers.cookie = kept.join('; ')
    else delete headers.cookie
    return session
  }

  #readLink(value: string): LinkSession | undefined {
    const [, session = '', end = '', link = '', name = '', given = ''] =
      /^((\d{13})\.([\w-]{16})\.([\w-]{2,80}))\.([\w-]{43})$/.exec(value) ?? []
    const route = Buffer.from(name, 'base64url').toString()
    if (!this.#isSigned('preview-link', session, given) || this.#now() >= Number(end) || !isRoute(route))
      return undefined
    return {link, route, end: Number(end)}
  }

  #isGenuine(value: string): boolean {
    const [, session = '', end = '', given = ''] = /^((\d{13})\.[\w-]{12})\.([\w-]{43})$/.exec(value) ?? []
    return this.#isSigned('draft-session', session, given) && this.#now() < Number(end)
  }

  #isSigned(kind: SessionKind, session: string, given: string): boolean {
    if (!session) return false
    const expected = sign(kind, session, this.#keys.signingKey)
    return timingSafeEqual(Buffer.from(expected), Buffer.from(given))
  }

  /** Replaces Next's own cookie in a response by a signed one that ends, and signs that of a preview link. */
  signSetCookie(response: ServerResponse): void {
    const set = response.getHeader('set-cookie')
    if (set === undefined) return
    const permission = `${draftCookie}=${this.#keys.previewModeId}`
    const cookies = (Array.isArray(set) ? set : [String(set)]).map((cookie) => {
      const [, link] = setsLink.exec(cookie) ?? []
      if (link) {
        const signature = sign('preview-link', link, this.#keys.signingKey)
        return cookie.replace(link, `${link}.${signature}`)
      }
      if (!cookie.startsWith(permission)) return cookie
      const session = draftSession(this.#keys, this.#now() + sessionLife * 1000)
      return `${draftCookie}=${session}${cookie.slice(permission.length)}; Max-Age=${sessionLife}`
    })
    response.setHeader('Set-Cookie', cookies)
  }
}

/** When the session of a genuine cookie ends, in milliseconds. */
const endOf = (session: string): number => Number(session.split('.', 1)[0])

const setsLink = new RegExp(`^${previewLinkCookie}=([^;]+)`)

type SessionKind = 'draft-session' | 'preview-link'

function sign(kind: SessionKind, session: string, key: string): string {
  return createHmac('sha256', key).update(`${kind}\n${session}`).digest('base64url')
}

/** Whether a URL is that of a page in either language, or of a part that the walkthrough fetches. */
function isShownBy(route: Route, url: string): boolean {
  const path = pathOf(url)
  if (locales.some((locale) => sitePath(locale, route) === path)) return true
  return route === '/demo' && path.startsWith(`${basePath}/`) && isPartPath(path.slice(basePath.length))
}

/** Cookies of draft mode, of preview links and of Presentation. */
const names = [
  draftCookie,
  previewLinkCookie,
  perspectiveCookie,
  'sanity-preview-variant',
  'sanity-preview-partitioned',
]

/**
 * `Set-Cookie` headers that end draft mode. Inside a frame of another site the cookies were set as partitioned, which
 * makes them other cookies of the same names: each is expired in both forms.
 */
export function expiredDraftCookies(): string[] {
  return names.flatMap((name) => {
    const expired = `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=None`
    return [expired, `${expired}; Partitioned`]
  })
}
