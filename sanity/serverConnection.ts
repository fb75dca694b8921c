import type {ContentSource} from './env.ts'

/**
 * How a server reaches the content API. Browsers send `<project>.localhost` to loopback, Node's resolver does not know
 * it: on `localhost` the project is named in a header instead, which the client does by itself. Real hosts are reached
 * by their names.
 */
export function serverConnection({projectId, dataset, apiHost, apiVersion, useProjectHostname}: ContentSource) {
  const byName = useProjectHostname && new URL(apiHost).hostname !== 'localhost'
  return {projectId, dataset, apiHost, apiVersion, useProjectHostname: byName}
}

/** A request to the content API that the client does not make: its URL and the header that names the project. */
export function serverRequest(
  source: ContentSource,
  path: `/${string}`,
): {url: string; headers: Record<string, string>} {
  const {projectId, apiHost, apiVersion, useProjectHostname} = serverConnection(source)
  const host = new URL(apiHost)
  if (useProjectHostname) host.hostname = `${projectId}.${host.hostname}`
  return {url: `${host.origin}/v${apiVersion}${path}`, headers: {'X-Sanity-Project-ID': projectId}}
}
