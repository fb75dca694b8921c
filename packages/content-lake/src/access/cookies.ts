const MONTH_S = 30 * 24 * 60 * 60

/** How a request came decides what its cookies are called. */
interface Way {
  /** By https: the cookie's name then promises that this host alone has set it, for all its paths and for https only. */
  isSecure: boolean
}

const nameOf = (name: string, {isSecure}: Way): string => (isSecure ? `__Host-${name}` : name)
const SESSION = 'lakeSession'
const DEVICE = 'lakeDevice'

function valuesOf(cookieHeader: string | null | undefined, name: string): string[] {
  return (cookieHeader ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
}

/** The sessions that a browser sends: several, when names that share their cookies have one each. */
export const sessionsOf = (cookieHeader: string | null | undefined, way: Way): string[] =>
  valuesOf(cookieHeader, nameOf(SESSION, way))

/** What a browser was given when somebody last signed in with it. */
export const deviceOf = (cookieHeader: string | null | undefined, way: Way): string | undefined =>
  valuesOf(cookieHeader, nameOf(DEVICE, way))[0]

/** The attributes keep a cookie out of reach of scripts; other sites' requests do not carry it. */
const cookie = (name: string, value: string, way: Way, rest = ''): string =>
  `${nameOf(name, way)}=${value}; Path=/; HttpOnly; SameSite=Lax${way.isSecure ? '; Secure' : ''}${rest}`

/** The header that hands a session to a browser, until that is closed or the session ends. */
export const sessionCookie = (session: string, way: Way): string => cookie(SESSION, session, way)

/** The header that takes it back. */
export const expiredSessionCookie = (way: Way): string => cookie(SESSION, '', way, '; Max-Age=0')

/** The header that lets a browser sign in again while others guess at the account. */
export const deviceCookie = (device: string, way: Way): string =>
  cookie(DEVICE, device, way, `; Max-Age=${6 * MONTH_S}`)
