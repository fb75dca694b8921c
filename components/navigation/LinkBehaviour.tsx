'use client'

import {usePathname, useRouter} from 'next/navigation'
import {useEffect} from 'react'
import {prefetchLinks, routeLinks} from '@/browser/links'

/**
 * Renders nothing: routes and prefetches the plain links of all pages, as Next's link component does for one. So links can
 * be part of a page's static markup.
 */
export function LinkBehaviour() {
  const router = useRouter()
  const path = usePathname()
  useEffect(() => routeLinks(router), [router])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path means new links
  useEffect(() => prefetchLinks(router), [router, path])
  return null
}
