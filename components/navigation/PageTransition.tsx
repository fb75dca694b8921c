import {type ReactNode, ViewTransition} from 'react'
import {pageTransition} from '@/lib/constants'
import './pageTransition.css'

const {name} = pageTransition
const onlyByLink = {[name]: name, default: 'none'}

/**
 * A page's way in and out: the old page has left before the new one enters. Only links name the transition, so going
 * back or forward and refreshing do not animate; nor do browsers without view transitions, nor anyone who asked for
 * less motion.
 */
export function PageTransition({children}: {children: ReactNode}) {
  return (
    <ViewTransition enter={onlyByLink} exit={onlyByLink} default="none">
      {children}
    </ViewTransition>
  )
}
