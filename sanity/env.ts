/** Source of the content: hosted Sanity if a project id is set, else the embedded lake. Nothing else chooses between them. */
import {z} from 'zod'
import {baseUrl, origin, port, readVariables, siteUrl} from '../lib/variables.ts'

export interface ContentSource {
  /** No project id is set: everything talks to the embedded lake. */
  embedded: boolean
  projectId: string
  dataset: string
  /** Without the project id, which the client prepends if `useProjectHostname` is set. */
  apiHost: string
  useProjectHostname: boolean
  apiVersion: string
  /** Origin of images. */
  imageHost: string
  /** Only with the embedded lake. */
  lakeUrl?: string
  studioUrl: string
  siteUrl: string
}

/** From this date on, queries see only published documents by default. */
export const apiVersion = '2025-02-19'

const variables = z.object({
  PORT: port(3000),
  LAKE_PORT: port(3333),
  NEXT_PUBLIC_SITE_URL: siteUrl,
  NEXT_PUBLIC_SANITY_PROJECT_ID: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/, 'is not a Sanity project id (lower-case letters, digits and hyphens)')
    .optional(),
  NEXT_PUBLIC_SANITY_DATASET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]*$/, 'is not a dataset name (lower-case letters, digits, hyphens and underscores)')
    .default('production'),
  NEXT_PUBLIC_SANITY_API_HOST: origin.optional(),
  NEXT_PUBLIC_SANITY_STUDIO_URL: baseUrl.optional(),
})

/** Reads the environment. Throws one sentence that names the variable and the remedy. */
export function readContentSource(env: Record<string, string | undefined>): ContentSource {
  const read = readVariables(variables, env)
  const projectId = read.NEXT_PUBLIC_SANITY_PROJECT_ID
  const shared = {
    dataset: read.NEXT_PUBLIC_SANITY_DATASET,
    apiVersion,
    siteUrl: read.NEXT_PUBLIC_SITE_URL ?? `http://localhost:${read.PORT}`,
  }
  if (projectId) {
    return {
      ...shared,
      embedded: false,
      projectId,
      apiHost: read.NEXT_PUBLIC_SANITY_API_HOST ?? 'https://api.sanity.io',
      imageHost: read.NEXT_PUBLIC_SANITY_API_HOST ?? 'https://cdn.sanity.io',
      useProjectHostname: true,
      studioUrl: read.NEXT_PUBLIC_SANITY_STUDIO_URL ?? `https://${projectId}.sanity.studio`,
    }
  }
  const lakeUrl = read.NEXT_PUBLIC_SANITY_API_HOST ?? `http://localhost:${read.LAKE_PORT}`
  return {
    ...shared,
    embedded: true,
    projectId: 'local',
    apiHost: lakeUrl,
    imageHost: lakeUrl,
    useProjectHostname: false,
    lakeUrl,
    studioUrl: read.NEXT_PUBLIC_SANITY_STUDIO_URL ?? lakeUrl,
  }
}

/**
 * Connection of a server to the content API. Browsers resolve `<project>.localhost` to loopback, Node does not: on
 * `localhost` the client names the project in a header instead.
 */
export function serverConnection({projectId, dataset, apiHost, apiVersion, useProjectHostname}: ContentSource) {
  const byName = useProjectHostname && new URL(apiHost).hostname !== 'localhost'
  return {projectId, dataset, apiHost, apiVersion, useProjectHostname: byName}
}

/** A request to the content API without the client: URL, and the header that names the project. */
export function serverRequest(
  source: ContentSource,
  path: `/${string}`,
): {url: string; headers: Record<string, string>} {
  const {projectId, apiHost, apiVersion, useProjectHostname} = serverConnection(source)
  const host = new URL(apiHost)
  if (useProjectHostname) host.hostname = `${projectId}.${host.hostname}`
  return {url: `${host.origin}/v${apiVersion}${path}`, headers: {'X-Sanity-Project-ID': projectId}}
}
