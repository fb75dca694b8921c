const MONTH_S = 30 * 24 * 60 * 60

/** The scheme of the request decides the cookies' names. */
interface Way {
  /** Over https the name gets the `__Host-` prefix: set by this host only, for all paths, https only. */
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

/** The session cookies of a request: several when host names that share cookies have one each. */
export const sessionsOf = (cookieHeader: string | null | undefined, way: Way): string[] =>
  valuesOf(cookieHeader, nameOf(SESSION, way))

/** The device cookie, set at the last login. */
export const deviceOf = (cookieHeader: string | null | undefined, way: Way): string | undefined =>
  valuesOf(cookieHeader, nameOf(DEVICE, way))[0]

/** HttpOnly and SameSite: out of reach of scripts and of other sites' requests. */
const cookie = (name: string, value: string, way: Way, rest = ''): string =>
  `${nameOf(name, way)}=${value}; Path=/; HttpOnly; SameSite=Lax${way.isSecure ? '; Secure' : ''}${rest}`

/** The `Set-Cookie` header of a session cookie. */
export const sessionCookie = (session: string, way: Way): string => cookie(SESSION, session, way)

/** The `Set-Cookie` header that deletes the session cookie. */
export const expiredSessionCookie = (way: Way): string => cookie(SESSION, '', way, '; Max-Age=0')

/** The `Set-Cookie` header of the device cookie, which exempts a browser from login delays. */
export const deviceCookie = (device: string, way: Way): string =>
  cookie(DEVICE, device, way, `; Max-Age=${6 * MONTH_S}`)
