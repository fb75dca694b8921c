import type {MetadataRoute} from 'next'
import {absoluteFile, basePath, withBasePath} from '@/lib/urls'
import {source} from '@/sanity/client'

/** Served below the base path; the host's root has to link or serve it. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: {userAgent: '*', allow: basePath, disallow: [withBasePath('/api/'), withBasePath('/payloads/')]},
    sitemap: absoluteFile(source.siteUrl, '/sitemap.xml'),
  }
}
