import {ClientError, type SanityClient} from '@sanity/client'
import {catchError, map, type Observable, of, shareReplay, throwError} from 'rxjs'
import type {AuthState, AuthStore, CurrentUser} from 'sanity'
import {LakeLogin} from './LakeLogin.tsx'

/**
 * Who edits on the embedded lake: whoever opened the Studio on this machine. The lake gave that browser a session
 * with the page, so there is normally nothing to log in to, and nothing to log out of.
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
    logout: async () => {},
    handleCallbackUrl: async () => ({
      loginMethod: 'cookie',
      flow: 'already-authenticated',
      success: true,
      durationMs: 0,
    }),
  }
}
