import type {useRouter} from 'next/navigation'
import {isPlainClick} from '@/browser/isPlainClick'
import {pageTransition} from '@/lib/constants'
import {pagePathOf} from './pagePathOf'

const options = {transitionTypes: [pageTransition.name]}

/** Has clicks on links to the site's pages followed by the router. Returns what ends it. */
export function followLinks({push}: Pick<ReturnType<typeof useRouter>, 'push'>): () => void {
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || !isPlainClick(event)) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const path = link && pagePathOf(link)
    if (!path) return
    event.preventDefault()
    push(path, options)
  }
  document.addEventListener('click', follow)
  return () => document.removeEventListener('click', follow)
}
