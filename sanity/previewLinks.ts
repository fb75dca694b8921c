/** Links by which editors show the draft of one page to somebody who has no account. */
import {z} from 'zod'
import {locales} from '../lib/locales.ts'
import {routes} from '../lib/routes.ts'

/** Days that a link may be good for; the site refuses one that would last longer. */
export const longestLinkLife = 30

/**
 * The document behind a link. The id has a dot, so that no visitor reads it in a public dataset; `secret` is the other half
 * of the key in the link's URL.
 */
const previewLinkShape = z.object({
  _id: z.string(),
  _type: z.literal('previewLink'),
  secret: z.string().regex(/^[\w-]{32}$/),
  route: z.enum(routes),
  locale: z.enum(locales),
  /** The perspective that the editor had chosen in the Studio: drafts, or a release with those below it. */
  perspective: z.array(z.string().regex(/^[a-zA-Z0-9_-]+$/)).min(1),
  endsAt: z.iso.datetime(),
  createdBy: z.string(),
  _updatedAt: z.iso.datetime(),
})

export type PreviewLink = z.infer<typeof previewLinkShape>

const prefix = 'preview.'

/** Makes the id of a link's document. `name` is the first half of the key, 16 characters. */
export const previewLinkId = (name: string): string => `${prefix}${name}`

/** The key in a link's URL: 16 and 32 characters of base64url. */
export function previewLinkKey({_id, secret}: Pick<PreviewLink, '_id' | 'secret'>): string {
  return `${_id.slice(prefix.length)}.${secret}`
}

/** Splits a key. Undefined if it is not valid. */
export function parsePreviewLinkKey(key: string): {name: string; secret: string} | undefined {
  const [, name, secret] = /^([\w-]{16})\.([\w-]{32})$/.exec(key) ?? []
  return name && secret ? {name, secret} : undefined
}

const hour = 60 * 60 * 1000
/** Milliseconds, with an hour by which the clock of the browser that made the link may be ahead. */
const longest = longestLinkLife * 24 * hour + hour

/** Reads a link's document. Undefined if it is none, has ended, or was made to last longer than links may. */
export function openPreviewLink(document: unknown, now: number): PreviewLink | undefined {
  const read = previewLinkShape.safeParse(document)
  if (!read.success) return undefined
  const [end, written] = [Date.parse(read.data.endsAt), Date.parse(read.data._updatedAt)]
  // Counted from its writing, too: otherwise a link with a distant end would be good during its last thirty days.
  const isGood = end > now && end - now <= longest && end - written <= longest
  return isGood ? read.data : undefined
}
