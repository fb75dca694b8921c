import {createClient, type SanityClient} from '@sanity/client'
import {multiplexFetch} from 'embedded-content-lake/browser'
import {isDev, type SourceOptions} from 'sanity'
import type {ContentSource} from '../../sanity/env.ts'
import {persistentFetch} from '../saving/persistentFetch.ts'
import {connection, edits} from '../saving/saving.ts'
import {lakeAuth} from './lakeAuth.ts'
import {withPlainRefusals} from './reasonOf.ts'
import {withOwnNames} from './userNames.ts'

/**
 * Turns off the Studio's warning about HTTP/1.1, like its button “don't show again for this session”: six connections a
 * host do not limit event streams that share one WebSocket.
 */
function snoozeProtocolWarning(): void {
  if (typeof sessionStorage === 'undefined') return
  sessionStorage.setItem('sanity-studio.network.check.snooze', new Date().toISOString())
}

interface LakeClientOptions {
  lakeUrl: string
  projectId: string
  dataset: string
  apiVersion: string
}

/**
 * Returns the Studio's client for the embedded lake. Its event streams share one WebSocket, as browsers open only six
 * connections a host; commits are retried. The session cookie identifies the editor.
 */
function lakeClient({lakeUrl, ...options}: LakeClientOptions): SanityClient {
  const lakeFetch = persistentFetch(withPlainRefusals(withOwnNames(multiplexFetch(lakeUrl))), connection, edits)
  return createClient({
    ...options,
    apiHost: lakeUrl,
    useProjectHostname: false,
    useCdn: false,
    withCredentials: true,
    perspective: 'raw',
    requestTagPrefix: 'sanity.studio',
    resolveFetch: () => lakeFetch,
  })
}

type Connection = Pick<SourceOptions, 'projectId' | 'dataset' | 'apiHost' | 'auth' | 'unstable_clientFactory'>

/** Returns the workspace's connection options, for the embedded lake or for a hosted project. */
export function contentConnection(source: ContentSource): Connection {
  return source.lakeUrl === undefined ? hostedConnection(source) : lakeConnection(source, source.lakeUrl)
}

function lakeConnection({projectId, dataset, apiVersion}: ContentSource, configuredUrl: string): Connection {
  const lakeUrl = isServedByLake() ? location.origin : configuredUrl
  const client = lakeClient({lakeUrl, projectId, dataset, apiVersion})
  snoozeProtocolWarning()
  return {projectId, dataset, apiHost: lakeUrl, auth: lakeAuth(client, lakeUrl)}
}

/** The lake serves a built Studio itself, on any port; a development server and the schema tools do not. */
function isServedByLake(): boolean {
  return !isDev && typeof location !== 'undefined' && location.protocol.startsWith('http')
}

/** The Studio holds its token, to identify the editor to the site's server (enquiries). */
const auth = {loginMethod: 'token'} as const

/** Sanity's host, or a substitute: over plain HTTP that is a lake, with event streams on one WebSocket. */
function hostedConnection({projectId, dataset, apiHost}: ContentSource): Connection {
  if (apiHost === 'https://api.sanity.io') return {projectId, dataset, auth}
  if (apiHost.startsWith('https:')) return {projectId, dataset, apiHost, auth}
  const projectUrl = new URL(apiHost)
  projectUrl.hostname = `${projectId}.${projectUrl.hostname}`
  const lakeFetch = persistentFetch(multiplexFetch(projectUrl.origin), connection, edits)
  snoozeProtocolWarning()
  return {
    projectId,
    dataset,
    apiHost,
    unstable_clientFactory: (options) => createClient({...options, resolveFetch: () => lakeFetch}),
  }
}
