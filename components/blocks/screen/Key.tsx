import {ToneBar} from '@/components/drawings/ToneBar'

interface KeyProps {
  names: readonly string[]
  y: number
}

export const keyHeight = 24

/** What a filled and a dashed shape mean on a screen. */
export function Key({names: [filled, dashed], y}: KeyProps) {
  return (
    <>
      {filled && <Entry x="0%" y={y} name={filled} tone="active" />}
      {dashed && <Entry x="40%" y={y} name={dashed} tone="waiting" />}
    </>
  )
}

function Entry({x, y, name, tone}: {x: string; y: number; name: string; tone: 'active' | 'waiting'}) {
  return (
    <>
      <ToneBar x={x} y={y + 12} width={12} height={8} tone={tone} />
      <text data-part="label" x={x} y={y + 16} dx="18" dy="0.36em">
        {name}
      </text>
    </>
  )
}
