'use client'

import {usePathname, useRouter} from 'next/navigation'
import {useEffect} from 'react'
import {fetchAhead} from './fetchAhead'
import {followLinks} from './followLinks'

/**
 * Draws nothing: does for the plain links of all pages what Next's link component does for one, following them within
 * the document and fetching pages ahead. Links can so be part of a page's static markup.
 */
export function LinkBehaviour() {
  const router = useRouter()
  const path = usePathname()
  useEffect(() => followLinks(router), [router])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path means new links
  useEffect(() => fetchAhead(router), [router, path])
  return null
}
