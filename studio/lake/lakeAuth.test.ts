import {createClient} from '@sanity/client'
import {firstValueFrom} from 'rxjs'
import {afterEach, expect, test, vi} from 'vitest'
import {edits} from '../saving/saving.ts'
import {lakeAuth} from './lakeAuth.ts'

const lakeUrl = 'http://localhost:4444'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Returns the auth store of a lake that answers every request the same way. */
function authWhenAnswered(status: number, body: unknown, asked: string[] = []) {
  const answer: typeof fetch = async (input, init) => {
    asked.push(`${init?.method} ${input}`)
    return Response.json(body, {status})
  }
  const client = createClient({
    projectId: 'local',
    dataset: 'production',
    apiVersion: '2025-02-19',
    apiHost: lakeUrl,
    useProjectHostname: false,
    useCdn: false,
    maxRetries: 0,
    resolveFetch: () => answer,
  })
  return lakeAuth(client, lakeUrl)
}

test('a browser with a session is signed in as the lake’s user', async () => {
  const {state} = authWhenAnswered(200, {id: 'local-editor', name: 'Local editor', roles: []})
  expect(await firstValueFrom(state)).toMatchObject({authenticated: true, currentUser: {id: 'local-editor'}})
})

test('a browser without a session is asked to sign in', async () => {
  const {state, LoginComponent} = authWhenAnswered(401, {statusCode: 401, error: 'Unauthorized', message: 'No session'})
  expect(await firstValueFrom(state)).toMatchObject({authenticated: false, currentUser: null})
  expect(LoginComponent).toBeTypeOf('function')
})

test('a failing lake is an error, not a login page', async () => {
  const {state} = authWhenAnswered(500, {message: 'disk full'})
  await expect(firstValueFrom(state)).rejects.toThrow(/disk full/)
})

test('signing out ends the session at the lake, then loads the page anew', async () => {
  const asked: string[] = []
  const reload = vi.fn(() => asked.push('reload'))
  vi.stubGlobal('location', {reload})
  await authWhenAnswered(200, {ok: true}, asked).logout?.()
  expect(asked).toEqual([`POST ${lakeUrl}/v2025-02-19/auth/logout`, 'reload'])
})

test('what was just typed into running text is saved before the session ends, which would refuse it', async () => {
  vi.useFakeTimers()
  const asked: string[] = []
  const commit = vi.fn(() => asked.push('commit'))
  vi.stubGlobal('location', {reload: () => asked.push('reload')})
  edits.recordKeystroke()
  // The editor hands its text over a moment later.
  setTimeout(() => edits.recordEdit('page-about', 1, () => ({commit, release: () => {}})), 500)
  const signedOut = authWhenAnswered(200, {ok: true}, asked).logout?.()
  await vi.advanceTimersByTimeAsync(3000)
  await signedOut
  expect(asked).toEqual(['commit', `POST ${lakeUrl}/v2025-02-19/auth/logout`, 'reload'])
})

test('if signing out fails, the page reloads and the error is thrown', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', {reload})
  await expect(authWhenAnswered(503, {message: 'gone'}).logout?.()).rejects.toThrow()
  expect(reload).toHaveBeenCalledOnce()
})
