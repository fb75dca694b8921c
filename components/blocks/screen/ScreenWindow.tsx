import type {ReactNode} from 'react'
import {Picture} from '@/components/drawings/Picture'

const bar = 34
const margin = 14

interface ScreenWindowProps {
  title: string
  bodyHeight: number
  alternative: string
  children: ReactNode
}

/** The window around a screen: its title, and where a mark of selection and two tools would be. */
export function ScreenWindow({title, bodyHeight, alternative, children}: ScreenWindowProps) {
  const height = bar + margin + bodyHeight + margin
  return (
    <Picture height={height} alternative={alternative}>
      <rect data-part="edge" x="0.3%" y="1" width="99.4%" height={height - 2} />
      <line data-part="edge" x1="0.3%" x2="99.7%" y1={bar} y2={bar} />
      <rect data-part="bar" data-tone="active" x="4%" y="11" width="4" height="12" />
      <text data-part="strong" x="4%" y={bar / 2} dx="12" dy="0.36em">
        {title}
      </text>
      <line x1="84%" x2="88%" y1={bar / 2} y2={bar / 2} />
      <line x1="91%" x2="96%" y1={bar / 2} y2={bar / 2} />
      <svg x="4%" y={bar + margin} width="92%" height={bodyHeight} overflow="visible" aria-hidden="true">
        {children}
      </svg>
    </Picture>
  )
}
