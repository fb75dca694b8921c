import {existsSync, rmSync} from 'node:fs'
import {join} from 'node:path'
import type {NextConfig} from 'next'
import {PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_BUILD} from 'next/constants.js'
import {readEnquiryEnv} from './enquiries/enquiryEnv.ts'
import {readBuildDir, readSiteEnv} from './lib/env.ts'
import {messageOf} from './lib/messageOf.ts'
import {basePath, pictureQuality, pictureWidths} from './lib/urls.ts'
import {chooseBuildContent} from './sanity/buildContent.ts'
import {type ContentSource, readContentSource} from './sanity/env.ts'

/** The tests build beside a running site. */
const distDir = readBuildDir(process.env)

export default async function config(phase: string): Promise<NextConfig> {
  const source = await checkedSource(phase).catch(refuse)
  return {
    basePath,
    distDir,
    poweredByHeader: false,
    // `server.ts` compresses, Brotli first.
    compress: false,
    // Pages carry a policy with the hashes of their own scripts; in development they change with every edit.
    ...(phase !== PHASE_DEVELOPMENT_SERVER && {
      cacheHandler: join(import.meta.dirname, 'server/pageCache/PageCacheHandler.ts'),
    }),
    // In development, by its address as by its name.
    allowedDevOrigins: ['127.0.0.1', '[::1]'],
    // Databases, mail and Redis are the server's alone.
    serverExternalPackages: ['kysely', 'pg', 'nodemailer', '@redis/client'],
    turbopack: {
      root: import.meta.dirname,
      // Modules for the browser without Next's runtime: bundled by themselves, imported as URLs.
      rules: {
        '*.bundle': {loaders: ['./browser/bundleModule.cjs'], as: '*.js'},
        '*.bundle.js': {type: 'asset'},
      },
    },
    // Checked by `npm test`; a build need not check again.
    typescript: {ignoreBuildErrors: true},
    experimental: {
      globalNotFound: true,
      // No image of the content API is wider than the widest on a page, whatever its height.
      imgOptMaxInputPixels: 25_000_000,
      // Pages matter more than pictures that nobody has asked for yet.
      imgOptConcurrency: 1,
      // The demo needs all of the framework, so its many small pieces are better few.
      turbopackChunking: {minChunkSize: 200_000},
      // A stylesheet of its own for what only some pages need, such as the form, once it is worth a request.
      cssChunking: {type: 'graph', requestCost: 6000},
    },
    images: {
      // Images reach visitors through the site's own origin.
      remotePatterns: [imagesOf(source)],
      formats: ['image/avif', 'image/webp'],
      // As `sitePicture` writes them; `server/http/pictureGuard.ts` answers no other form.
      deviceSizes: [...pictureWidths],
      imageSizes: [],
      qualities: [pictureQuality],
      localPatterns: [],
      maximumRedirects: 0,
      maximumResponseBody: 20_000_000,
      maximumDiskCacheSize: 500_000_000,
      dangerouslyAllowLocalIP: /^(localhost|127\.|\[::1\])/.test(new URL(source.imageHost).hostname),
    },
    redirects: async () => [
      {source: '/', destination: basePath, basePath: false, permanent: false},
      // Crawlers look for it at the host's root alone (RFC 9309, 2.3).
      {source: '/robots.txt', destination: `${basePath}/robots.txt`, basePath: false, permanent: false},
      // For files, which name no icon, browsers look there.
      {source: '/favicon.ico', destination: `${basePath}/apple-touch-icon.png`, basePath: false, permanent: false},
    ],
    // A page's address with `.md` is the page as Markdown. No folder can be named so, beside the one of all pages.
    rewrites: async () => ({
      beforeFiles: [{source: '/:path*\\.md', destination: '/markdown/:path*'}],
      afterFiles: [],
      fallback: [],
    }),
    headers: async () => [
      // Pages as data are not for search results; robots.txt alone does not keep them out.
      {source: '/payloads/:path*', headers: [{key: 'X-Robots-Tag', value: 'noindex'}]},
    ],
  }
}

/** The dataset's images, with the parameters that crop them: a pattern made of a URL would allow none. */
function imagesOf({imageHost, projectId, dataset}: ContentSource) {
  const {protocol, hostname, port} = new URL(imageHost)
  return {
    protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
    hostname,
    port,
    pathname: `/images/${projectId}/${dataset}/**`,
  }
}

/** Returns the content source. Throws on wrong settings and missing content, before anything is built or served. */
async function checkedSource(phase: string): Promise<ContentSource> {
  readSiteEnv(process.env)
  readEnquiryEnv(process.env)
  const source = readContentSource(process.env)
  if (phase === PHASE_PRODUCTION_BUILD) {
    const isFirst = !existsSync(join(import.meta.dirname, distDir, 'BUILD_ID'))
    await chooseBuildContent({source, isFirst, env: process.env})
    // Next keeps its fetch cache across builds and has no setting against it. `next build` alone must show what is
    // published now, so this is the place.
    rmSync(join(import.meta.dirname, distDir, 'cache/fetch-cache'), {recursive: true, force: true})
  }
  return source
}

/** Exits with the message of an operator's error, without a stack. */
function refuse(error: unknown): never {
  console.error(messageOf(error))
  process.exit(1)
}
