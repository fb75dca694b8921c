import type {ReactNode} from 'react'
import styles from './Picture.module.css'

interface PictureProps {
  height: number
  alternative: string
  children: ReactNode
}

/**
 * An SVG as wide as its container without scaling: x in percent, y and font sizes in pixels. On small phones the names of
 * its outermost periods reach into the padding around it.
 */
export function Picture({height, alternative, children}: PictureProps) {
  return (
    <svg className={styles.picture} width="100%" height={height} overflow="visible" role="img" aria-label={alternative}>
      {children}
    </svg>
  )
}

/** A part of the width, from 0 to 1, in percent. */
export function across(part: number): string {
  return `${Math.round(part * 10000) / 100}%`
}

/** Width in pixels for which texts wrap: the smallest phone's figure. */
export const narrowest = 290

interface ToneBarProps {
  x: string
  y: number
  width: string | number
  height: number
  tone?: 'active' | 'waiting' | 'ended' | null | undefined
  children?: ReactNode
}

/** A bar whose tone shows without colour: filled, dashed, or double-ruled. */
export function ToneBar({x, y, width, height, tone, children}: ToneBarProps) {
  // Thin marks have one line through them, labelled bars one along each edge.
  const isMark = height < 12
  const edges = tone !== 'ended' ? [] : isMark ? [height / 2] : [3, height - 3.5]
  const kind = {'data-part': 'bar', 'data-tone': tone ?? undefined, 'data-small': isMark ? '' : undefined}
  return (
    <g data-tone={tone ?? undefined}>
      <rect {...kind} x={x} y={y} width={width} height={height} rx="2" />
      {edges.map((edge) => (
        <rect key={edge} data-part="inner" x={x} y={y + edge} width={width} height="0.5" />
      ))}
      {children}
    </g>
  )
}

interface SvgLinesProps {
  x: number | string
  /** The middle of the lines. */
  y: number
  /** Pixel offset, where `x` is a percentage. */
  dx?: number
  lines: readonly string[]
  lineHeight: number
  anchor?: 'start' | 'middle' | 'end'
  className?: string | undefined
  /** Styled by Picture.module.css. */
  part?: 'label' | 'strong' | undefined
}

/** Lines of text centred at a height: SVG does not wrap. */
export function SvgLines({x, y, dx = 0, lines, lineHeight, anchor = 'start', className, part}: SvgLinesProps) {
  const first = y - ((lines.length - 1) * lineHeight) / 2
  return (
    <text className={className} data-part={part} textAnchor={anchor}>
      {lines.map((line, index) => (
        // Lines of one label may be equal; their order never changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <tspan key={index} x={x} y={first + index * lineHeight} dx={dx || undefined} dy="0.36em">
          {line}
        </tspan>
      ))}
    </text>
  )
}
