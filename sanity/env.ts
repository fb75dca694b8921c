/** Where content comes from: the embedded lake, or hosted Sanity once a project id is set. The only switch between them. */
import {z} from 'zod'
import {readVariables} from '../lib/readVariables.ts'
import {port, siteUrl, url} from '../lib/variables.ts'

export interface ContentSource {
  /** True while no project id is set: everything talks to the embedded lake. */
  embedded: boolean
  projectId: string
  dataset: string
  /** Without the project's name; the client puts it in front when `useProjectHostname` is true. */
  apiHost: string
  useProjectHostname: boolean
  apiVersion: string
  /** Where the content API keeps images. */
  imageHost: string
  /** Only with the embedded lake. */
  lakeUrl?: string
  studioUrl: string
  siteUrl: string
}

/** The API's date: from this one on queries see published documents unless they ask for more. */
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
  NEXT_PUBLIC_SANITY_API_HOST: url.optional(),
  NEXT_PUBLIC_SANITY_STUDIO_URL: url.optional(),
})

/** Reads where content comes from. Throws one sentence that names the variable and the remedy. */
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
