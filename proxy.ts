import {type NextRequest, NextResponse} from 'next/server'
import {languageCookie} from './lib/constants'
import {decideRequest} from './lib/decideRequest'
import {languageCookieString} from './lib/languageCookie'

/** Runs on the root path and on paths that the site does not have; known pages never pass here. */
export function proxy(request: NextRequest): NextResponse {
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
    case 'noPayload':
      return NextResponse.json({statusCode: 404, message: `Route ${decision.path} is not pre-rendered`}, {status: 404})
  }
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
    '/',
    '/((?!_next/|api/|payloads/|shareImages/|robots\\.txt$|sitemap\\.xml$|icon\\.svg$|en$|(?:en/)?(?:about|advp|contact|demo|evms|java|lims|lqm|maixun|net|odoo|privacy|story|test|ui|web|advpPages/(?:analysis|budget|establish|logicalDatabase)|evmsPages/(?:access|borrow|energy|engineering|licence|monitor|plc|register|report|runway|scrap|vehicleInformation|vrp)|limsPages/(?:consume|entrust|equipManagement|equipScheduling|method|peopleAllotment|peopleManagement|record|report|sample|system|testExecution)|lqmPages/(?:ncr|review|reviewReport|vehicleInformation))$).*)',
    '/payloads/((?!manifest\\.json$|(?:en/)?(?:index|about|advp|contact|demo|evms|java|lims|lqm|maixun|net|odoo|privacy|story|test|ui|web|advpPages/(?:analysis|budget|establish|logicalDatabase)|evmsPages/(?:access|borrow|energy|engineering|licence|monitor|plc|register|report|runway|scrap|vehicleInformation|vrp)|limsPages/(?:consume|entrust|equipManagement|equipScheduling|method|peopleAllotment|peopleManagement|record|report|sample|system|testExecution)|lqmPages/(?:ncr|review|reviewReport|vehicleInformation))\\.json$).*)',
  ],
}
