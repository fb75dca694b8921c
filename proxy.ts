import {type NextRequest, NextResponse} from 'next/server'
import {draftCookie, languageCookie} from './lib/constants'
import {readSiteEnv} from './lib/env'
import {languageCookieString} from './lib/locales'
import {withBasePath} from './lib/urls'
import {type Decision, decideRequest} from './server/http/decideRequest'
import {namesTag} from './server/http/entityTag'
import {partsFinder} from './server/http/publishedParts'
import {requestSelf} from './server/requestSelf'

const {selfOrigin} = readSiteEnv(process.env)
const isPublishedPart = partsFinder(selfOrigin)

/**
 * Runs on the root path, unknown paths, paths that editors name, and conditional requests for payloads. Known pages bypass
 * it.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const decision = decideRequest({
    path: request.nextUrl.pathname,
    cookie: request.cookies.get(languageCookie.name)?.value,
    acceptLanguage: request.headers.get('accept-language'),
    fetchSite: request.headers.get('sec-fetch-site'),
  })
  return respond(request, decision)
}

async function respond(request: NextRequest, decision: Decision): Promise<NextResponse> {
  switch (decision.kind) {
    case 'home':
      return personal(NextResponse.next(), decision.remember)
    case 'redirectToEnglish':
      return personal(NextResponse.redirect(at(request, '/en')), decision.remember)
    case 'notFound':
      return NextResponse.rewrite(at(request, decision.locale === 'en' ? '/en/notFound' : '/notFound'), {status: 404})
    case 'knownPayload':
      return checkCopy(request)
    case 'part':
      // Next would render and cache a response for every made-up name. Drafts are never cached.
      if (request.cookies.has(draftCookie) || (await isPublishedPart(request.nextUrl.pathname)))
        return checkCopy(request)
      return respond(request, decision.otherwise)
    case 'noPayload':
      return NextResponse.json(
        {statusCode: 404, message: `Route ${decision.path} is not pre-rendered`},
        {status: 404, headers: {'Cache-Control': 'no-store'}},
      )
  }
}

/** Answers 304 if the visitor's copy is current. Next always sends route handlers in full, so the ETag comes from a HEAD request. */
async function checkCopy(request: NextRequest): Promise<NextResponse> {
  // The copy of an editor may be of what is published, which the HEAD request would find unchanged.
  if (!request.headers.has('if-none-match') || request.cookies.has(draftCookie)) return NextResponse.next()
  const url = selfOrigin + withBasePath(`/${request.nextUrl.pathname.slice(1)}`)
  const headers = await requestSelf(url, {method: 'HEAD'}).then(
    (response) => response.headers,
    () => new Headers(),
  )
  const etag = headers.get('etag')
  if (!etag || !namesTag(request.headers.get('if-none-match'), etag)) return NextResponse.next()
  const kept = ['etag', 'cache-control', 'vary'].flatMap((name): [string, string][] => {
    const value = headers.get(name)
    return value ? [[name, value]] : []
  })
  return new NextResponse(null, {status: 304, headers: kept})
}

function at(request: NextRequest, path: string): URL {
  const url = request.nextUrl.clone()
  url.pathname = path
  return url
}

/** Keeps caches from sharing a response of the root path, which depends on the visitor's language. */
function personal(response: NextResponse, remember: 'zh' | 'en' | undefined): NextResponse {
  response.headers.set('Cache-Control', 'private, no-cache')
  response.headers.append('Vary', 'Accept-Language, Cookie, Sec-Fetch-Site')
  if (remember) response.headers.append('Set-Cookie', languageCookieString(remember))
  return response
}

/** Literals, because Next parses this without running it. A test compares them with `lib/routes.ts` and `public/`. */
export const config = {
  matcher: [
    {source: '/payloads/:path*', has: [{type: 'header', key: 'if-none-match'}]},
    '/',
    '/((?!_next/|api/|payloads/|shareImages/|robots\\.txt$|sitemap\\.xml$|icon\\.svg$|apple-touch-icon(?:-167)?\\.png$|(?:en/)?(?:llms\\.txt|index\\.md)$|en$|(?:en/)?(?:about|advp|contact|demo|evms|java|lims|lqm|maixun|net|odoo|privacy|story|test|ui|web|advpPages/(?:analysis|budget|establish|logicalDatabase)|evmsPages/(?:access|borrow|energy|engineering|licence|monitor|plc|register|report|runway|scrap|vehicleInformation|vrp)|limsPages/(?:consume|entrust|equipManagement|equipScheduling|method|peopleAllotment|peopleManagement|record|report|sample|system|testExecution)|lqmPages/(?:ncr|review|reviewReport|vehicleInformation))(?:\\.md)?$).*)',
    '/payloads/((?!(?:manifest|scenarios|search/(?:zh|en))\\.json$|(?:en/)?(?:index|about|advp|contact|demo|evms|java|lims|lqm|maixun|net|odoo|privacy|story|test|ui|web|advpPages/(?:analysis|budget|establish|logicalDatabase)|evmsPages/(?:access|borrow|energy|engineering|licence|monitor|plc|register|report|runway|scrap|vehicleInformation|vrp)|limsPages/(?:consume|entrust|equipManagement|equipScheduling|method|peopleAllotment|peopleManagement|record|report|sample|system|testExecution)|lqmPages/(?:ncr|review|reviewReport|vehicleInformation))\\.json$).*)',
  ],
}
