import {timingSafeEqual} from 'node:crypto'
import {previewLinkCookie} from '@/lib/constants'
import {languageTags} from '@/lib/locales'
import {sitePath} from '@/lib/urls'
import {findPreviewLink, source} from '@/sanity/client'
import {parsePreviewLinkKey} from '@/sanity/previewLinks'
import {linkSession} from '@/server/http/draftSessions'
import {contentAway} from '../contentAway'

/**
 * Opens the preview of one page to whoever was sent its link, until the link ends. 410 for any other key, 503 if the content
 * API is away.
 */
export async function GET(request: Request): Promise<Response> {
  try {
    return await openPreview(request)
  } catch (error) {
    return contentAway(error)
  }
}

async function openPreview(request: Request): Promise<Response> {
  const {name, secret} = parsePreviewLinkKey(new URL(request.url).searchParams.get('key') ?? '') ?? {}
  const link = name && (await findPreviewLink(name))
  if (!link || !secret || !timingSafeEqual(Buffer.from(secret), Buffer.from(link.secret))) return noLink()
  if (process.env.NODE_ENV !== 'production')
    return new Response('Preview links open on a site that `npm start` serves.', {status: 503})
  const end = Date.parse(link.endsAt)
  const session = linkSession({link: name, route: link.route, end})
  const headers = new Headers({Location: sitePath(link.locale, link.route), 'Cache-Control': 'no-store'})
  const secure = source.siteUrl.startsWith('https:') ? '; Secure' : ''
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Expires=${new Date(end).toUTCString()}${secure}`
  // Signed on its way out.
  headers.append('Set-Cookie', `${previewLinkCookie}=${session}; ${attributes}`)
  return new Response(null, {status: 307, headers})
}

/** One answer for all invalid links: expired, withdrawn, or never made. */
function noLink(): Response {
  const home = sitePath('zh', '/')
  const english = sitePath('en', '/')
  const html = `<!doctype html>
<html lang="${languageTags.zh}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark"><title>这个预览链接已经失效</title></head>
<body style="margin:0;font:17px/1.7 system-ui,sans-serif"><main style="max-width:34rem;margin:0 auto;padding:12vh 20px">
<h1 style="font-size:26px;line-height:1.3">这个预览链接已经失效</h1>
<p>请向发给您链接的人再要一个。<a href="${home}">去网站首页</a></p>
<h2 lang="en" style="margin-top:48px;font-size:20px;line-height:1.3">This preview link is no longer good</h2>
<p lang="en">Ask whoever sent it for a new one. <a href="${english}">To the site</a></p>
</main></body>
</html>
`
  const headers = {'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store'}
  return new Response(html, {status: 410, headers})
}
