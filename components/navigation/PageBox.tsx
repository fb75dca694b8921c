'use client'

import {type ComponentProps, useEffect, useState} from 'react'
import {whenIdle} from '@/browser/idle'
import {cameByLink} from '@/browser/navigation'
import {pageTransition} from '@/lib/constants'

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
