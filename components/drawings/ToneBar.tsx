import type {ReactNode} from 'react'

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
