import {rmSync} from 'node:fs'
import {join} from 'node:path'
import type {NextConfig} from 'next'
import {PHASE_PRODUCTION_BUILD} from 'next/constants.js'
import {readSiteEnv} from './lib/env.ts'
import {basePath} from './lib/urls.ts'
import {assertContentAnswers} from './sanity/assertContentAnswers.ts'
import {type ContentSource, readContentSource} from './sanity/env.ts'

export default async function config(phase: string): Promise<NextConfig> {
  const source = await checkedSource(phase).catch(refuse)
  return {
    basePath,
    // The tests build beside a running site.
    distDir: process.env.SITE_BUILD_DIR || '.next',
    poweredByHeader: false,
    turbopack: {root: import.meta.dirname},
    // Checked by `npm test`; a build need not check again.
    typescript: {ignoreBuildErrors: true},
    experimental: {globalNotFound: true},
    images: {
      // Images reach visitors through the site's own origin.
      remotePatterns: [new URL(`${source.imageHost}/images/${source.projectId}/${source.dataset}/**`)],
      dangerouslyAllowLocalIP: /^(localhost|127\.|\[::1\])/.test(new URL(source.imageHost).hostname),
    },
    redirects: async () => [{source: '/', destination: basePath, basePath: false, permanent: false}],
    headers: async () => [
      {
        source: '/:path*',
        headers: [
          {key: 'X-Content-Type-Options', value: 'nosniff'},
          {key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin'},
        ],
      },
      // Pages as data are not for search results; robots.txt alone does not keep them out.
      {source: '/payloads/:path*', headers: [{key: 'X-Robots-Tag', value: 'noindex'}]},
    ],
  }
}

/** Wrong settings and missing content show here, before anything is built or served. */
async function checkedSource(phase: string): Promise<ContentSource> {
  readSiteEnv(process.env)
  const source = readContentSource(process.env)
  if (phase === PHASE_PRODUCTION_BUILD) {
    await assertContentAnswers(source)
    // Next keeps what it fetched across builds; a build shows what is published now.
    rmSync(join(import.meta.dirname, '.next/cache/fetch-cache'), {recursive: true, force: true})
  }
  return source
}

/** Such an error is the operator's to mend: its sentence is enough, a stack would bury it. */
function refuse(error: unknown): never {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
