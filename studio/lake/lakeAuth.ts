import {ClientError, type SanityClient} from '@sanity/client'
import {catchError, map, type Observable, of, shareReplay, throwError} from 'rxjs'
import type {AuthState, AuthStore, CurrentUser} from 'sanity'
import {mayEndSession} from '../saving/saving.ts'
import {LakeLogin} from './LakeLogin.tsx'

/**
 * Who edits on the embedded lake: whoever signed in to it or, where it has no password, whoever opened the Studio on its
 * machine. The lake gave that browser a session before or with the page, so the Studio itself seldom asks.
 */
export function lakeAuth(client: SanityClient, lakeUrl: string): AuthStore {
  const state: Observable<AuthState> = client.observable.request<CurrentUser>({url: '/users/me'}).pipe(
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
    // Loaded anew, the page asks for the password where there is one, and opens with a new session where there is none.
    logout: async () => {
      if (!(await mayEndSession())) return
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
