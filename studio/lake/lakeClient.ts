import {createClient, type SanityClient} from '@sanity/client'
import {multiplexFetch} from 'embedded-content-lake/browser'
import {persistentFetch} from '../saving/persistentFetch.ts'
import {edits, reach} from '../saving/saving.ts'

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
export function lakeClient({lakeUrl, ...options}: LakeClientOptions): SanityClient {
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
