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

/**
 * The box around a whole page. While a page comes in to which a link led, it says so, for only what is seen of it to be
 * laid out (`pageTransition.css`); the rest follows once the browser is idle.
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
