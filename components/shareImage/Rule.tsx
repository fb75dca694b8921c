/** A ruler's edge: a line with a tick every eight units, longer at every fifth. */
export function Rule({color, width}: {color: string; width: number}) {
  const ticks = Array.from(
    {length: Math.floor(width / 8) + 1},
    (_, tick) => `M${tick * 8} 0v${tick % 5 === 0 ? 14 : 7}`,
  )
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${width} 16`} width={width} height="16">
      <path d={`M0 1h${width}${ticks.join('')}`} fill="none" stroke={color} strokeWidth="1.5" />
    </svg>
  )
}
