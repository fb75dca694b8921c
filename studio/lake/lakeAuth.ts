import {ClientError, type SanityClient} from '@sanity/client'
import {catchError, map, type Observable, of, shareReplay, throwError} from 'rxjs'
import type {AuthState, AuthStore, CurrentUser} from 'sanity'
import {confirmSignOut} from '../saving/saving.ts'
import {LakeLogin} from './LakeLogin.tsx'

/**
 * Auth store for the embedded lake. The lake sets the session cookie, after its login or, without a password, for any
 * browser on its machine, so the Studio's own login is rarely shown.
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
