import {createHmac, randomBytes, timingSafeEqual} from 'node:crypto'
import {readFileSync} from 'node:fs'
import type {IncomingMessage, ServerResponse} from 'node:http'
import {join} from 'node:path'
import onHeaders from 'on-headers'
import {z} from 'zod'
import {draftCookie} from '../../lib/constants.ts'
import {withBasePath} from '../../lib/urls.ts'

/** How long an editor sees drafts with one secret of the Studio, in seconds: a working day. */
const sessionLife = 12 * 60 * 60

/** One stream for each tab with a preview; no browser has so many. */
const streamsPerSession = 16
const eventsPath = withBasePath('/api/draft-mode/events')

/** The keys that Next makes at each build; all instances with one build have the same. */
export interface DraftKeys {
  /** What Next itself takes for the permission to see drafts, from anybody and for ever. */
  previewModeId: string
  previewModeSigningKey: string
}

const manifest = z.object({
  preview: z.object({previewModeId: z.string().min(1), previewModeSigningKey: z.string().min(1)}),
})

/** Reads the keys of the build in a folder. */
export function readDraftKeys(folder: string): DraftKeys {
  return manifest.parse(JSON.parse(readFileSync(join(folder, 'prerender-manifest.json'), 'utf8'))).preview
}

/** A genuine cookie's value that ends at a time, in milliseconds. */
export function draftSession({previewModeSigningKey}: DraftKeys, end: number): string {
  const session = `${end}.${randomBytes(9).toString('base64url')}`
  return `${session}.${sign(session, previewModeSigningKey)}`
}

/** Whether a request is for a draft. True only of a genuine cookie: `DraftSessions` takes all others away. */
export function isDraftRequest({headers}: Pick<IncomingMessage, 'headers'>): boolean {
  return namesDraft.test(headers.cookie ?? '')
}

const namesDraft = new RegExp(`(?:^|;)\\s*${draftCookie}\\s*=`)

/**
 * Stands between the browser and Next, whose own cookie is the same for all editors and never ends. The browser gets a
 * signed one that ends after a day's work; Next gets its own in place of a genuine one. Any other is taken away before
 * anybody believes it.
 */
export class DraftSessions {
  readonly #keys: DraftKeys
  readonly #now: () => number
  readonly #streams = new Map<string, number>()

  constructor(keys: DraftKeys, now: () => number = Date.now) {
    this.#keys = keys
    this.#now = now
  }

  /** Puts the cookies of a request and its answer right. False where the session has too many event streams. */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    onHeaders(response, () => this.#replaceSetCookie(response))
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

  /** Inside and outside of a frame a browser may have two cookies of the name: one genuine one is enough. */
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

  #replaceSetCookie(response: ServerResponse): void {
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
