/** Where people sign in. Versions of the API never look like this, nor do paths of a Studio. */
export const LOGIN_PATH = '/lake/login'
export const LOGOUT_PATH = '/lake/logout'
/** Where they change their password and see their sessions. */
export const ACCOUNT_PATH = '/lake/account'

/** The login page that leads back to a URL of this lake. */
export function loginAddress(url: string): string {
  const {pathname, search} = new URL(url)
  return `${LOGIN_PATH}?${new URLSearchParams({next: `${pathname}${search}`})}`
}

/** A path of this lake and nothing else, whatever a link to the login page says. */
export function safeNext(next: string | undefined): string {
  const isPath = next !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(next) && !next.includes('\\')
  return isPath && !next.startsWith(LOGIN_PATH) ? next : '/'
}
