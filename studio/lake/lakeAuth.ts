import {ClientError, type SanityClient} from '@sanity/client'
import {catchError, map, type Observable, of, shareReplay, tap, throwError} from 'rxjs'
import type {AuthState, AuthStore, CurrentUser} from 'sanity'
import {isObject, parseJson} from '../../lib/json.ts'
import type {ConnectionProblem, Person} from '../saving/ConnectionStatus.ts'
import {confirmSignOut, connection} from '../saving/saving.ts'
import {LakeLogin} from './LakeLogin.tsx'

/**
 * Auth store for the embedded lake. The lake sets the session cookie, after its login or, without a password, for any
 * browser on its machine, so the Studio's own login is rarely shown.
 */
export function lakeAuth(client: SanityClient, lakeUrl: string): AuthStore {
  const state: Observable<AuthState> = client.observable.request<CurrentUser>({url: '/users/me'}).pipe(
    tap((currentUser) => connection.setOpener(currentUser, () => readPerson(lakeUrl))),
    map((currentUser) => ({authenticated: true, currentUser, client})),
    catchError((error) => {
      const anonymous = error instanceof ClientError && error.statusCode === 401
      return anonymous ? of({authenticated: false, currentUser: null, client}) : throwError(() => error)
    }),
    shareReplay(1),
  )
  return {
    state,
    token: of(null),
    LoginComponent: LakeLogin.bind(null, {lakeUrl}),
    // After the reload the lake asks for the password, or without one starts a new session.
    logout: async () => {
      if (!(await confirmSignOut())) return
      await client.request({method: 'POST', url: '/auth/logout'}).finally(() => location.reload())
    },
    handleCallbackUrl: async () => ({
      loginMethod: 'cookie',
      flow: 'already-authenticated',
      success: true,
      durationMs: 0,
    }),
  }
}

/** How long to wait for an answer. The lake answers in milliseconds. */
const PERSON_LIMIT_MS = 10_000

/** Reads who is signed in in this browser, in one attempt: callers retry. */
async function readPerson(lakeUrl: string): Promise<Person | ConnectionProblem> {
  try {
    const signal = AbortSignal.timeout(PERSON_LIMIT_MS)
    const response = await fetch(`${lakeUrl}/v1/users/me`, {credentials: 'include', signal})
    if (response.status === 401) return 'signedOut'
    const person = parseJson(await response.text())
    return response.ok && isPerson(person) ? person : 'away'
  } catch {
    return 'away'
  }
}

const isPerson = (value: unknown): value is Person =>
  isObject(value) &&
  typeof value.id === 'string' &&
  typeof value.name === 'string' &&
  Array.isArray(value.roles) &&
  value.roles.every((role) => isObject(role) && typeof role.name === 'string')
