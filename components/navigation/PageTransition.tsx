'use client'

import {type ReactNode, useState, useSyncExternalStore, ViewTransition} from 'react'
import {pageTransition} from '@/lib/constants'
import './pageTransition.css'

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
 * A page's way in and out: the old page has left before the new one enters. Only links name the transition, so going
 * back or forward and refreshing do not animate; nor do browsers without view transitions. For those who asked for
 * less motion no transition begins: the browser would take its pictures of both pages all the same.
 */
export function PageTransition({children}: {children: ReactNode}) {
  const still = useSyncExternalStore(subscribeToMotion, prefersLessMotion, unknown)
  // React begins a transition for every boundary that enters, whatever it is to look like, so there must be none. It is
  // decided once, as a change would draw the page anew.
  const [enteredStill] = useState(still)
  if (enteredStill) return children
  const animation = still ? 'none' : onlyByLink
  return (
    <ViewTransition enter={animation} exit={animation} default="none">
      {children}
    </ViewTransition>
  )
}
