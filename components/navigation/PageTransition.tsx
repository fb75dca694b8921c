'use client'

import './pageTransition.css'
import {type ComponentProps, type ReactNode, useEffect, useState, useSyncExternalStore, ViewTransition} from 'react'
import {whenIdle} from '@/browser/idle'
import {cameByLink} from '@/browser/navigation'
import {pageTransition} from '@/lib/constants'

const {name} = pageTransition
const onlyByLink = {[name]: name, default: 'none'}
const lessMotion = '(prefers-reduced-motion: reduce)'

function subscribeToMotion(changed: () => void): () => void {
  const query = matchMedia(lessMotion)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

const prefersLessMotion = () => matchMedia(lessMotion).matches
const unknown = () => false

/**
 * Fades the old page out before the new one comes in. Only links name the transition, so back, forward and refresh do
 * not animate. With reduced motion no transition starts: the browser would snapshot both pages all the same.
 */
export function PageTransition({children}: {children: ReactNode}) {
  const still = useSyncExternalStore(subscribeToMotion, prefersLessMotion, unknown)
  // React starts a transition for every entering boundary, animated or not, so there must be none. Fixed at mount, as a
  // change would re-render the page.
  const [enteredStill] = useState(still)
  if (enteredStill) return children
  const animation = still ? 'none' : onlyByLink
  return (
    <ViewTransition enter={animation} exit={animation} default="none">
      {children}
    </ViewTransition>
  )
}

/**
 * The page's root element. After a link it is `data-entering`, so that only its visible part is laid out
 * (`pageTransition.css`), until the browser is idle.
 */
export function PageBox(props: ComponentProps<'div'>) {
  const [entering, setEntering] = useState(cameByLink)
  useEffect(() => {
    if (!entering) return
    let stop = () => {}
    const timer = setTimeout(() => {
      stop = whenIdle(() => setEntering(false))
    }, pageTransition.out + pageTransition.in)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [entering])
  return <div {...props} data-entering={entering ? '' : undefined} />
}
