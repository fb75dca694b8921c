import {createHmac, randomBytes, timingSafeEqual} from 'node:crypto'
import {readFileSync} from 'node:fs'
import type {IncomingMessage, ServerResponse} from 'node:http'
import {join} from 'node:path'
import {z} from 'zod'
import {draftCookie} from '../../lib/constants.ts'
import {withBasePath} from '../../lib/urls.ts'

/** In seconds: a working day. */
const sessionLife = 12 * 60 * 60

/** One stream a tab with a preview; no editor has so many. */
const streamsPerSession = 16
const eventsPath = withBasePath('/api/draft-mode/events')

/** Keys of a build, which Next reuses for up to 14 days from its cache folder; all instances of one build share them. */
export interface DraftKeys {
  /** Value of Next's own cookie: the same for everybody, and valid for ever. */
  previewModeId: string
  previewModeSigningKey: string
}

const manifest = z.object({
  preview: z.object({previewModeId: z.string().min(1), previewModeSigningKey: z.string().min(1)}),
})

/** Reads the keys of a build's folder. */
export function readDraftKeys(folder: string): DraftKeys {
  return manifest.parse(JSON.parse(readFileSync(join(folder, 'prerender-manifest.json'), 'utf8'))).preview
}

/** Value of a genuine cookie that ends at a time, in milliseconds. */
export function draftSession({previewModeSigningKey}: DraftKeys, end: number): string {
  const session = `${end}.${randomBytes(9).toString('base64url')}`
  return `${session}.${sign(session, previewModeSigningKey)}`
}

/** Whether a request is for a draft. Only genuine cookies are left: `DraftSessions` removes all others. */
export function isDraftRequest({headers}: Pick<IncomingMessage, 'headers'>): boolean {
  return namesDraft.test(headers.cookie ?? '')
}

const namesDraft = new RegExp(`(?:^|;)\\s*${draftCookie}\\s*=`)

/**
 * Draft cookies. Next's own is the same for all editors and never ends, so the browser gets a signed one that ends after
 * a working day, and Next gets its own in place of a genuine one. Any other is removed.
 */
export class DraftSessions {
  readonly #keys: DraftKeys
  readonly #now: () => number
  readonly #streams = new Map<string, number>()

  constructor(keys: DraftKeys, now: () => number = Date.now) {
    this.#keys = keys
    this.#now = now
  }

  /** Replaces a genuine cookie of a request by Next's, removes others. False where the session has too many event streams. */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    const session = this.#replaceCookie(request)
    if (!session || request.url?.split('?', 1)[0] !== eventsPath) return true
    const streams = this.#streams.get(session) ?? 0
    if (streams >= streamsPerSession) return false
    this.#streams.set(session, streams + 1)
    response.once('close', () => {
      const left = (this.#streams.get(session) ?? 1) - 1
      if (left > 0) this.#streams.set(session, left)
      else this.#streams.delete(session)
    })
    return true
  }

  /** A browser may send two cookies of the name, one partitioned: one genuine one is enough. */
  #replaceCookie({headers}: IncomingMessage): string | undefined {
    if (!headers.cookie?.includes(draftCookie)) return undefined
    const cookies = headers.cookie.split(';').map((cookie) => cookie.trim())
    const drafts = cookies.filter((cookie) => cookie.split('=', 1)[0]?.trim() === draftCookie)
    const session = drafts
      .map((cookie) => cookie.slice(cookie.indexOf('=') + 1).trim())
      .find((value) => this.#isGenuine(value))
    const others = cookies.filter((cookie) => !drafts.includes(cookie))
    const kept = session ? [...others, `${draftCookie}=${this.#keys.previewModeId}`] : others
    if (kept.length > 0) headers.cookie = kept.join('; ')
    else delete headers.cookie
    return session
  }

  #isGenuine(value: string): boolean {
    const [, session = '', end = '', given = ''] = /^((\d{13})\.[\w-]{12})\.([\w-]{43})$/.exec(value) ?? []
    if (!session) return false
    const expected = sign(session, this.#keys.previewModeSigningKey)
    return timingSafeEqual(Buffer.from(expected), Buffer.from(given)) && this.#now() < Number(end)
  }

  /** Replaces Next's own cookie in a response by a signed one that ends. */
  signSetCookie(response: ServerResponse): void {
    const set = response.getHeader('set-cookie')
    if (set === undefined) return
    const permission = `${draftCookie}=${this.#keys.previewModeId}`
    const cookies = (Array.isArray(set) ? set : [String(set)]).map((cookie) => {
      if (!cookie.startsWith(permission)) return cookie
      const session = draftSession(this.#keys, this.#now() + sessionLife * 1000)
      return `${draftCookie}=${session}${cookie.slice(permission.length)}; Max-Age=${sessionLife}`
    })
    response.setHeader('Set-Cookie', cookies)
  }
}

function sign(session: string, key: string): string {
  return createHmac('sha256', key).update(`draft-session\n${session}`).digest('base64url')
}

/** Presentation's cookie with the names of the perspective, joined by commas. */
export const perspectiveCookie = 'sanity-preview-perspective'

/** Cookies of draft mode and of Presentation. */
const names = [draftCookie, perspectiveCookie, 'sanity-preview-variant', 'sanity-preview-partitioned']

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
