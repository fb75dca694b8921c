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
