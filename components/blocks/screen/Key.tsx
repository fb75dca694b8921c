import {ToneBar} from '@/components/drawings/ToneBar'

interface KeyProps {
  names: readonly string[]
  y: number
  /** What the dashed shapes are: outlines to compare with, or bars that wait. */
  dashed: 'outline' | 'waiting'
}

export const keyHeight = 24

/** What a filled and a dashed shape mean on a screen. */
export function Key({names: [filled, other], y, dashed}: KeyProps) {
  return (
    <>
      {filled && <Entry x="0%" y={y} name={filled} kind="active" />}
      {other && <Entry x="40%" y={y} name={other} kind={dashed} />}
    </>
  )
}

function Entry({x, y, name, kind}: {x: string; y: number; name: string; kind: 'active' | 'outline' | 'waiting'}) {
  const mark = {x, y: y + 12, width: 12, height: 8}
  return (
    <>
      {kind === 'outline' ? <rect data-part="dashed" data-small="" {...mark} /> : <ToneBar {...mark} tone={kind} />}
      <text data-part="label" x={x} y={y + 16} dx="18" dy="0.36em">
        {name}
      </text>
    </>
  )
}
