'use client'

import {type ComponentType, useEffect, useRef, useState, useSyncExternalStore} from 'react'
import {isIdle, subscribeToIdle} from '@/browser/idle'
import {loadChunk} from '@/browser/reloadGuard'
import styles from './DemoIsland.module.css'
import type {WalkthroughProps} from './Walkthrough'
import type {Outline} from './walk'

interface DemoIslandProps {
  outlines: readonly Outline[]
  /** Markup of the first screen and of the article; CSS shows one of them. */
  markup: string
}

const never = () => false

/** Replaces the server-rendered first screen by the walkthrough once the browser is idle or a choice is clicked. */
export function DemoIsland({outlines, markup}: DemoIslandProps) {
  const idle = useSyncExternalStore(subscribeToIdle, isIdle, never)
  const [early, setEarly] = useState<string>()
  const [loaded, setLoaded] = useState<{Walkthrough: ComponentType<WalkthroughProps>}>()
  const [state, setState] = useState<'waiting' | 'failed' | 'rendered'>('waiting')
  const waiting = useRef<HTMLDivElement>(null)
  const begun = idle || early !== undefined
  useEffect(() => {
    // If the chunk fails to load, the article is shown.
    if (begun) loadChunk(() => import('./Walkthrough')).then(setLoaded, () => setState('failed'))
  }, [begun])
  return (
    <>
      {state !== 'rendered' && (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the buttons within are clicked
        <div
          ref={waiting}
          className={styles.waiting}
          data-failed={state === 'failed' ? '' : undefined}
          onClick={({target}) => {
            const button = target instanceof Element && target.closest<HTMLElement>('[data-choice]')
            if (button) setEarly(button.dataset.choice)
          }}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React, every text escaped
          dangerouslySetInnerHTML={{__html: markup}}
        />
      )}
      {loaded && <loaded.Walkthrough outlines={outlines} early={early} waiting={waiting} onSettled={setState} />}
    </>
  )
}
