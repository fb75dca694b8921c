const MONTH_S = 30 * 24 * 60 * 60

/** The scheme of the request decides the cookies' names. */
interface CookieScheme {
  /** Over https the name gets the `__Host-` prefix: set by this host only, for all paths, https only. */
  isSecure: boolean
}

const nameOf = (name: string, {isSecure}: CookieScheme): string => (isSecure ? `__Host-${name}` : name)
const SESSION = 'lakeSession'
const DEVICE = 'lakeDevice'

function valuesOf(cookieHeader: string | null | undefined, name: string): string[] {
  return (cookieHeader ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
}

export const sessionsOf = (cookieHeader: string | null | undefined, scheme: CookieScheme): string[] =>
  valuesOf(cookieHeader, nameOf(SESSION, scheme))

export const deviceOf = (cookieHeader: string | null | undefined, scheme: CookieScheme): string | undefined =>
  valuesOf(cookieHeader, nameOf(DEVICE, scheme))[0]

/** HttpOnly and SameSite: out of reach of scripts and of other sites' requests. */
const cookie = (name: string, value: string, scheme: CookieScheme, rest = ''): string =>
  `${nameOf(name, scheme)}=${value}; Path=/; HttpOnly; SameSite=Lax${scheme.isSecure ? '; Secure' : ''}${rest}`

export const sessionCookie = (session: string, scheme: CookieScheme): string => cookie(SESSION, session, scheme)

export const expiredSessionCookie = (scheme: CookieScheme): string => cookie(SESSION, '', scheme, '; Max-Age=0')

/** The `Set-Cookie` header of the device cookie, which exempts a browser from login delays. */
export const deviceCookie = (device: string, scheme: CookieScheme): string =>
  cookie(DEVICE, device, scheme, `; Max-Age=${6 * MONTH_S}`)
