import {type NextRequest, NextResponse} from 'next/server'
import {languageCookie} from './lib/constants'
import {decideRequest} from './lib/decideRequest'
import {namesTag} from './lib/entityTag'
import {readSiteEnv} from './lib/env'
import {languageCookieString} from './lib/languageCookie'
import {withBasePath} from './lib/urls'

/** Runs on the root path, on paths that the site does not have, and where a copy is to be checked; known pages never pass. */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const decision = decideRequest({
    path: request.nextUrl.pathname,
    cookie: request.cookies.get(languageCookie.name)?.value,
    acceptLanguage: request.headers.get('accept-language'),
    fetchSite: request.headers.get('sec-fetch-site'),
  })
  switch (decision.kind) {
    case 'home':
      return personal(NextResponse.next(), decision.remember)
    case 'redirectToEnglish':
      return personal(NextResponse.redirect(at(request, '/en')), decision.remember)
    case 'notFound':
      return NextResponse.rewrite(at(request, decision.locale === 'en' ? '/en/notFound' : '/notFound'), {status: 404})
    case 'knownPayload':
      return checkCopy(request)
    case 'noPayload':
      return NextResponse.json({statusCode: 404, message: `Route ${decision.path} is not pre-rendered`}, {status: 404})
  }
}

/** Next answers a route of ours in full, always: whether the visitor's copy is still good is found by asking ourselves. */
async function checkCopy(request: NextRequest): Promise<NextResponse> {
  const url = readSiteEnv(process.env).selfOrigin + withBasePath(`/${request.nextUrl.pathname.slice(1)}`)
  const headers = await fetch(url, {method: 'HEAD', cache: 'no-store'}).then(
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

/** The root path answers by language: no cache may hand one visitor's answer to another. */
function personal(response: NextResponse, remember: 'zh' | 'en' | undefined): NextResponse {
  response.headers.set('Cache-Control', 'private, no-cache')
  response.headers.append('Vary', 'Accept-Language, Cookie, Sec-Fetch-Site')
  if (remember) response.headers.append('Set-Cookie', languageCookieString(remember))
  return response
}

/** Next reads this without running it, hence the literals. A test compares them with `lib/routes.ts` and `public/`. */
export const config = {
  matcher: [
    {source: '/payloads/:path*', has: [{type: 'header', key: 'if-none-match'}]},
    '/',
    '/((?!_next/|api/|payloads/|shareImages/|robots\\.txt$|sitemap\\.xml$|icon\\.svg$|en$|(?:en/)?(?:about|advp|contact|demo|evms|java|lims|lqm|maixun|net|odoo|privacy|story|test|ui|web|advpPages/(?:analysis|budget|establish|logicalDatabase)|evmsPages/(?:access|borrow|energy|engineering|licence|monitor|plc|register|report|runway|scrap|vehicleInformation|vrp)|limsPages/(?:consume|entrust|equipManagement|equipScheduling|method|peopleAllotment|peopleManagement|record|report|sample|system|testExecution)|lqmPages/(?:ncr|review|reviewReport|vehicleInformation))$).*)',
    '/payloads/((?!scenarios/(?:en/)?[a-z][a-z0-9]*\\.json$|articles/(?:zh|en)/[a-z][a-z0-9]*$|manifest\\.json$|(?:en/)?(?:index|about|advp|contact|demo|evms|java|lims|lqm|maixun|net|odoo|privacy|story|test|ui|web|advpPages/(?:analysis|budget|establish|logicalDatabase)|evmsPages/(?:access|borrow|energy|engineering|licence|monitor|plc|register|report|runway|scrap|vehicleInformation|vrp)|limsPages/(?:consume|entrust|equipManagement|equipScheduling|method|peopleAllotment|peopleManagement|record|report|sample|system|testExecution)|lqmPages/(?:ncr|review|reviewReport|vehicleInformation))\\.json$).*)',
  ],
}
