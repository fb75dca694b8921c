import type {Instrumentation} from 'next'
import {basePath, pathOf} from './lib/urls'

/** Errors that are logged: Next reports one for each layer that it passes. */
const reported = new WeakSet<object>()

/** Names of errors whose message says what to do; a stack would not. */
const explained = ['SiteError', 'ContentError']

/** Logs why a page or a route failed, which Next leaves to this. */
export const onRequestError: Instrumentation.onRequestError = (error, {method, path}, {routePath, routeType}) => {
  const thrown: {name?: unknown; message?: unknown} = Object(error)
  if (reported.has(thrown)) return
  reported.add(thrown)
  const text = `${method} ${basePath}${pathOf(path)} failed (${routeType} of ${routePath}):`
  console.error(text, explained.some((name) => name === thrown.name) ? thrown.message : error)
}

/** Runs once when a server starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const {instanceState} = await import('./server/instanceState')
  const {readSiteEnv} = await import('./lib/env')
  const {selfOrigin, traces} = readSiteEnv(process.env)
  if (traces) {
    // Loaded only here, as most sites send none.
    const [{startTraces}, {readContentSource, serverRequest}] = await Promise.all([
      import('./server/traces'),
      import('./sanity/env'),
    ])
    const contentOrigin = new URL(serverRequest(readContentSource(process.env), '/').url).origin
    const {build} = instanceState()
    instanceState().endTraces = startTraces({...traces, build, ownOrigins: [contentOrigin, selfOrigin]})
  }
  if (process.env.NODE_ENV !== 'production') {
    // Without a page cache there is nothing to compare.
    instanceState().hasCompared = true
    return
  }
  const {startEnquiries, endDeliveries} = await import('./enquiries/enquiries')
  void startEnquiries()
  instanceState().endDeliveries = endDeliveries
  const [{catchUp, compareRegularly}, {joinInstances}] = await Promise.all([
    import('./server/revalidation/readWebhook'),
    import('./server/revalidation/instances'),
  ])
  // Not awaited: the server answers its own request only once it has started.
  void catchUp(process.env)
  compareRegularly(process.env)
  joinInstances(process.env)
}
