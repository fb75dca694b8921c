'use client'

import {type ComponentType, useEffect, useRef, useState, useSyncExternalStore} from 'react'
import {isIdle, subscribeToIdle} from '@/browser/idle'
import styles from './Takeover.module.css'
import type {WalkthroughProps} from './Walkthrough'
import type {Outline} from './walk'

interface TakeoverProps {
  outlines: readonly Outline[]
  /** The first screen and the article, as markup: which of them is seen is for the styles to say. */
  markup: string
}

const never = () => false

/** Puts the walkthrough in the place of its first screen once the browser is idle, or at the first choice made there. */
export function Takeover({outlines, markup}: TakeoverProps) {
  const idle = useSyncExternalStore(subscribeToIdle, isIdle, never)
  const [early, setEarly] = useState<string>()
  const [loaded, setLoaded] = useState<{Walkthrough: ComponentType<WalkthroughProps>}>()
  const [state, setState] = useState<'waiting' | 'failed' | 'taken'>('waiting')
  const waiting = useRef<HTMLDivElement>(null)
  const begun = idle || early !== undefined
  useEffect(() => {
    // Where the code does not come, there is the article.
    if (begun) import('./Walkthrough').then(setLoaded, () => setState('failed'))
  }, [begun])
  return (
    <>
      {state !== 'taken' && (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: what is clicked are the buttons in it
        <div
          ref={waiting}
          className={styles.waiting}
          data-failed={state === 'failed' ? '' : undefined}
          onClick={({target}) => {
            const button = target instanceof Element && target.closest<HTMLElement>('[data-choice]')
            if (button) setEarly(button.dataset.choice)
          }}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React a moment ago, every text escaped
          dangerouslySetInnerHTML={{__html: markup}}
        />
      )}
      {loaded && <loaded.Walkthrough outlines={outlines} early={early} waiting={waiting} tell={setState} />}
    </>
  )
}
