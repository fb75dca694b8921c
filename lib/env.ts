/** The site's own settings; where content comes from is read in `sanity/env.ts`. */
import {z} from 'zod'
import {readVariables} from './readVariables.ts'
import {port} from './variables.ts'

const variables = z.object({
  PORT: port(3000),
  SANITY_API_READ_TOKEN: z.string().optional(),
  SANITY_WEBHOOK_SECRET: z.string().optional(),
})

export interface SiteEnv {
  /** Where this very server answers: the webhook's handler asks it for pages. */
  selfOrigin: string
  /** Reads drafts, on the server only. Without it there is no preview. */
  readToken: string | undefined
  /** Without it every webhook is refused. */
  webhookSecret: string | undefined
}

/** Reads the site's settings. Throws one sentence that names the variable and the remedy. */
export function readSiteEnv(env: Record<string, string | undefined>): SiteEnv {
  const read = readVariables(variables, env)
  return {
    selfOrigin: `http://localhost:${read.PORT}`,
    readToken: read.SANITY_API_READ_TOKEN,
    webhookSecret: read.SANITY_WEBHOOK_SECRET,
  }
}
