import type {SanityClient} from '@sanity/client'
import type {Locale} from '../../lib/locales.ts'
import type {Route} from '../../lib/routes.ts'
import {absoluteFile} from '../../lib/urls.ts'
import {openPreviewLink, type PreviewLink, previewLinkId, previewLinkKey} from '../../sanity/previewLinks.ts'
import {useLiveQuery} from '../lake/useLiveQuery.ts'

/** Selects before it cuts: links of others stay where they are when they have ended. */
const queryFor = (route: Route): string =>
  `*[_type == "previewLink" && _id in path("preview.**") && route == ${JSON.stringify(route)} && endsAt > now()]
  | order(endsAt desc)[0...200]`

/** The links of a page that are still good, the longest-lasting first, again whenever one changes. */
export function usePreviewLinks(route: Route): {links: PreviewLink[] | undefined; problem?: string | undefined} {
  const {result, problem} = useLiveQuery<unknown[]>({
    query: queryFor(route),
    watched: '*[_type == "previewLink"]',
    tag: 'preview-links',
    pause: 200,
  })
  return {links: result?.flatMap((document) => openPreviewLink(document, Date.now()) ?? []), problem}
}

interface Wanted {
  route: Route
  locale: Locale
  perspective: readonly string[]
  days: number
  createdBy: string
}

const day = 24 * 60 * 60 * 1000

/** Makes a link, and takes away those that have ended. */
export async function makePreviewLink(client: SanityClient, {days, ...wanted}: Wanted): Promise<void> {
  const endsAt = new Date(Date.now() + days * day).toISOString()
  const document = {_id: previewLinkId(random(12)), _type: 'previewLink', secret: random(24), endsAt, ...wanted}
  await client.create({...document, perspective: [...wanted.perspective]})
  // Only tidying up: the site refuses them anyway, and others' may not be ours to delete.
  await client
    .delete({
      query: '*[_type == "previewLink" && createdBy == $createdBy && endsAt < $now]',
      params: {
        createdBy: wanted.createdBy,
        now: new Date().toISOString(),
      },
    })
    .catch(() => undefined)
}

/** Takes away all links that somebody has made. */
export async function withdrawPreviewLinksOf(client: SanityClient, createdBy: string): Promise<void> {
  await client.delete({query: '*[_type == "previewLink" && createdBy == $createdBy]', params: {createdBy}})
}

export async function withdrawPreviewLink(client: SanityClient, {_id}: PreviewLink): Promise<void> {
  await client.delete(_id)
}

/** The address to hand on. */
export function previewLinkUrl(siteUrl: string, link: PreviewLink): string {
  return `${absoluteFile(siteUrl, '/api/draft-mode/link')}?key=${previewLinkKey(link)}`
}

/** Random bytes as base64url. */
function random(bytes: number): string {
  const text = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes)))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_')
}
