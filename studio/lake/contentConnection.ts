import {createClient, type SanityClient} from '@sanity/client'
import {multiplexFetch} from 'embedded-content-lake/browser'
import {isDev, type SourceOptions} from 'sanity'
import type {ContentSource} from '../../sanity/env.ts'
import {persistentFetch} from '../saving/persistentFetch.ts'
import {edits, reach} from '../saving/saving.ts'
import {lakeAuth} from './lakeAuth.ts'

/**
 * The Studio warns of HTTP/1.1, as a browser's six connections a host would not last for its event streams. Ours share
 * one socket, so the warning would be wrong: this is what its own button “don't show again for this session” does.
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
 * The Studio's client for the embedded lake. Its event streams share one WebSocket, as a browser opens six
 * connections a host and the Studio alone would use them up; edits are sent until the lake has them. The session's cookie
 * identifies the editor.
 */
function lakeClient({lakeUrl, ...options}: LakeClientOptions): SanityClient {
  const lakeFetch = persistentFetch(multiplexFetch(lakeUrl), reach, edits)
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

/** The part of the workspace that says where content lives: the embedded lake, or a hosted project with its own login. */
export function contentConnection(source: ContentSource): Connection {
  return source.lakeUrl === undefined ? hostedConnection(source) : lakeConnection(source, source.lakeUrl)
}

function lakeConnection({projectId, dataset, apiVersion}: ContentSource, configuredUrl: string): Connection {
  const lakeUrl = servedByLake() ? location.origin : configuredUrl
  const client = lakeClient({lakeUrl, projectId, dataset, apiVersion})
  snoozeProtocolWarning()
  return {projectId, dataset, apiHost: lakeUrl, auth: lakeAuth(client, lakeUrl)}
}

/** A built Studio comes from the lake itself, on whichever port; a development server and the schema tools do not. */
function servedByLake(): boolean {
  return !isDev && typeof location !== 'undefined' && location.protocol.startsWith('http')
}

/** The Studio holds its token itself, so that it can prove to the site's server who reads enquiries. */
const auth = {loginMethod: 'token'} as const

/** Sanity's own, or a host that stands in for it: over plain HTTP that is a lake, whose event streams share a socket. */
function hostedConnection({projectId, dataset, apiHost}: ContentSource): Connection {
  if (apiHost === 'https://api.sanity.io') return {projectId, dataset, auth}
  if (apiHost.startsWith('https:')) return {projectId, dataset, apiHost, auth}
  const projectUrl = new URL(apiHost)
  projectUrl.hostname = `${projectId}.${projectUrl.hostname}`
  const lakeFetch = persistentFetch(multiplexFetch(projectUrl.origin), reach, edits)
  snoozeProtocolWarning()
  return {
    projectId,
    dataset,
    apiHost,
    unstable_clientFactory: (options) => createClient({...options, resolveFetch: () => lakeFetch}),
  }
}
