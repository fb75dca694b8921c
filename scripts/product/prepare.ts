import {existsSync, mkdirSync} from 'node:fs'
import {join} from 'node:path'
import {type ContentSource, readContentSource} from '../../sanity/env.ts'
import {dataDir, root} from './paths.ts'
import {UserError} from './report.ts'
import {webhookSecret} from './webhookSecret.ts'

/** What every command needs to know before it starts anything. */
export interface Product {
  source: ContentSource
  sitePort: number
  lakePort: number
  secret: string
  /** The public variables: they end in the bundles, so a build depends on them. */
  publicVariables: Record<string, string | undefined>
}

/** Reads and checks the environment (`.env.local`, then the shell's), and makes the data folder. */
export function prepare(): Product {
  const envFile = join(root, '.env.local')
  if (existsSync(envFile)) process.loadEnvFile(envFile)
  try {
    mkdirSync(dataDir, {recursive: true})
  } catch (error) {
    throw new UserError(
      `The folder ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code}). Give yourself write permission, or set DATA_DIR.`,
    )
  }
  const source = readSource()
  return {
    source,
    sitePort: Number(process.env.PORT || 3000),
    lakePort: Number(process.env.LAKE_PORT || 3333),
    secret: webhookSecret(process.env),
    publicVariables: {
      PORT: process.env.PORT,
      LAKE_PORT: process.env.LAKE_PORT,
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('NEXT_PUBLIC_'))),
    },
  }
}

function readSource(): ContentSource {
  try {
    return readContentSource(process.env)
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error))
  }
}
