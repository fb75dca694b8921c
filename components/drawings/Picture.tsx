import type {CSSProperties, ReactNode} from 'react'
import styles from './Picture.module.css'

interface PictureProps {
  height: number
  /** Height on a desk, where that is another. */
  deskHeight?: number | undefined
  alternative: string
  children: ReactNode
}

/**
 * The frame of a picture that is as wide as its place without being scaled: places across are percentages, heights and
 * letters pixels. So one drawing reads on a phone and fills a desk.
 */
export function Picture({height, deskHeight = height, alternative, children}: PictureProps) {
  return (
    <svg
      className={styles.picture}
      width="100%"
      height={height}
      style={deskStyle(height, deskHeight)}
      role="img"
      aria-label={alternative}
    >
      {children}
    </svg>
  )
}

/** A place across a picture, from 0 to 1. */
export function across(part: number): string {
  return `${Math.round(part * 10000) / 100}%`
}

/** Hands a length to the styles that hold on a desk, where it is not the phone's. */
export function deskStyle(phone: number, desk: number): (CSSProperties & {'--desk': string}) | undefined {
  return phone === desk ? undefined : {'--desk': `${desk}px`}
}

/** The width in pixels for which texts are broken: that of the smallest phone's figure. */
export const narrowest = 290

/** The same on a desk, where words stand beside the figure. */
export const narrowestOnDesk = 440

interface PhoneOrDeskProps<Value> {
  phone: Value
  desk: Value
  children: (value: Value) => ReactNode
}

/** A part of a picture for a phone and for a desk: drawn twice where the two differ, and CSS shows one of them. */
export function PhoneOrDesk<Value>({phone, desk, children}: PhoneOrDeskProps<Value>) {
  if (phone === desk) return children(phone)
  return (
    <>
      <g data-on="phone">{children(phone)}</g>
      <g data-on="desk">{children(desk)}</g>
    </>
  )
}

interface ToneBarProps {
  x: string
  y: number
  width: string | number
  height: number
  tone?: 'active' | 'waiting' | 'ended' | null | undefined
  children?: ReactNode
}

/** A bar whose kind shows without colour: filled, dashed, or with a second line. */
export function ToneBar({x, y, width, height, tone, children}: ToneBarProps) {
  // Thin marks have one line through them, bars that carry words one along each edge.
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
  /** Height of the middle of the lines. */
  y: number
  /** Pixels to the right of `x`, where that is a percentage. */
  dx?: number
  lines: readonly string[]
  lineHeight: number
  anchor?: 'start' | 'middle' | 'end'
  className?: string | undefined
  /** How a picture sets it. */
  part?: 'label' | 'strong' | undefined
}

/** Lines of text around a height: SVG does not wrap by itself. */
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
