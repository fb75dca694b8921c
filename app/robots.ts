import type {MetadataRoute} from 'next'
import {absoluteFile, basePath, withBasePath} from '@/lib/urls'
import {source} from '@/sanity/client'

/** Served below the base path; at the host's root nginx serves it, and the site redirects to it (`next.config.ts`). */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: {userAgent: '*', allow: basePath, disallow: [withBasePath('/api/'), withBasePath('/payloads/')]},
    sitemap: absoluteFile(source.siteUrl, '/sitemap.xml'),
  }
}
