import type {ReactNode} from 'react'
import {Picture} from '@/components/drawings/Picture'

const bar = 34
const margin = 14

interface ScreenWindowProps {
  title: string
  bodyHeight: number
  /** Height of the body on a desk, where that is another. */
  deskBodyHeight?: number | undefined
  alternative: string
  children: ReactNode
}

/** The window around a screen: its title, and where a mark of selection and two tools would be. */
export function ScreenWindow(props: ScreenWindowProps) {
  const {title, bodyHeight, deskBodyHeight = bodyHeight, alternative, children} = props
  const around = bar + 2 * margin
  return (
    <Picture height={around + bodyHeight} deskHeight={around + deskBodyHeight} alternative={alternative}>
      <rect data-part="edge" x="0.3%" y="1" width="99.4%" />
      <line data-part="edge" x1="0.3%" x2="99.7%" y1={bar} y2={bar} />
      <rect data-part="bar" data-tone="active" x="4%" y="11" width="4" height="12" />
      <text data-part="strong" x="4%" y={bar / 2} dx="12" dy="0.36em">
        {title}
      </text>
      <line x1="84%" x2="88%" y1={bar / 2} y2={bar / 2} />
      <line x1="91%" x2="96%" y1={bar / 2} y2={bar / 2} />
      <svg x="4%" y={bar + margin} width="92%" overflow="visible" aria-hidden="true">
        {children}
      </svg>
    </Picture>
  )
}
