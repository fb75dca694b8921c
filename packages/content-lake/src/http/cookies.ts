import type {Connection} from './connection.ts'

const MONTH_S = 30 * 24 * 60 * 60

/** The public URL of the request decides the cookies' names. */
type Place = Pick<Connection, 'url'>

const isSecure = ({url}: Place): boolean => url.startsWith('https:')

/**
 * By https with the prefix `__Host-`: set by this host only, for all paths, https only. With the port, as all ports of a
 * host share cookies, and two lakes of one machine would sign each other's editors out.
 */
function nameOf(name: string, place: Place): string {
  const {port} = new URL(place.url)
  return `${isSecure(place) ? '__Host-' : ''}${name}${port && `-${port}`}`
}

const SESSION = 'lakeSession'
const DEVICE = 'lakeDevice'

function valuesOf(cookieHeader: string | null | undefined, name: string): string[] {
  return (cookieHeader ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
}

export const sessionsOf = (cookieHeader: string | null | undefined, place: Place): string[] =>
  valuesOf(cookieHeader, nameOf(SESSION, place))

export const deviceOf = (cookieHeader: string | null | undefined, place: Place): string | undefined =>
  valuesOf(cookieHeader, nameOf(DEVICE, place))[0]

/** HttpOnly and SameSite: out of reach of scripts and of other sites' requests. */
const cookie = (name: string, value: string, place: Place, rest = ''): string =>
  `${nameOf(name, place)}=${value}; Path=/; HttpOnly; SameSite=Lax${isSecure(place) ? '; Secure' : ''}${rest}`

export const sessionCookie = (session: string, place: Place): string => cookie(SESSION, session, place)

export const expiredSessionCookie = (place: Place): string => cookie(SESSION, '', place, '; Max-Age=0')

/** The `Set-Cookie` header of the device cookie, which exempts a browser from login delays. */
export const deviceCookie = (device: string, place: Place): string =>
  cookie(DEVICE, device, place, `; Max-Age=${6 * MONTH_S}`)
