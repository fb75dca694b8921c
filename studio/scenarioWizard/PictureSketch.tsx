import {blockNamed} from '../../sanity/schema/blockTypes.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import type {Picture} from './newScenario.ts'

export const pictureTitles: Record<Picture, string> = {
  table: label('清单', 'List'),
  schedule: label('排程', 'Schedule'),
  form: label('表单', 'Form'),
  chart: label('图表', 'Chart'),
  spaces: label('格位图', 'Spaces'),
  board: label('看板', 'Board'),
  calendar: label('日历', 'Calendar'),
  trace: label('追溯', 'Trace'),
  certificate: label('证书', 'Certificate'),
  flow: label('流程', 'Flow'),
  states: label('状态图', 'States'),
  comparison: label('对比', 'Comparison'),
  timeline: label('时间图', 'Timeline'),
}

const ink = '#10192b'
const grey = '#b9b8ae'
const active = '#2f6fed'

/** Paths on a canvas of 60 by 40: grey, dark, and what is marked. */
const sketches: Partial<Record<Picture, {grey?: string; ink?: string; active?: string}>> = {
  table: {ink: 'M6 8h48v3H6z', grey: 'M6 16h34v3H6zM6 24h34v3H6zM6 32h34v3H6z', active: 'M46 16h8v3h-8zM46 24h8v3h-8z'},
  schedule: {
    grey: 'M6 6h1v28H6zM22 6h1v28h-1zM38 6h1v28h-1zM54 6h1v28h-1z',
    ink: 'M8 10h20v5H8z',
    active: 'M24 20h24v5H24z',
  },
  form: {
    grey: 'M6 8h14v3H6zM6 18h14v3H6zM6 28h14v3H6z',
    ink: 'M26 7h28v5H26zM26 17h28v5H26z',
    active: 'M26 27h16v6H26z',
  },
  chart: {grey: 'M6 34h48v1H6zM10 16h7v18h-7zM28 10h7v24h-7z', active: 'M18 22h7v12h-7zM36 14h7v20h-7z'},
  spaces: {
    grey: 'M6 6h14v12H6zM40 6h14v12H40zM23 22h14v12H23z',
    active: 'M23 6h14v12H23zM6 22h14v12H6zM40 22h14v12H40z',
  },
  board: {
    grey: 'M6 6h14v3H6zM23 6h14v3H23zM40 6h14v3H40z',
    ink: 'M6 12h14v8H6zM40 12h14v8H40z',
    active: 'M23 12h14v8H23zM23 23h14v8H23z',
  },
  calendar: {
    grey: 'M6 6h8v3H6zM16 6h8v3h-8zM26 6h8v3h-8zM36 6h8v3h-8zM46 6h8v3h-8z',
    ink: 'M6 13h18v5H6z',
    active: 'M26 21h28v5H26zM16 29h8v5h-8z',
  },
  trace: {
    active: 'M6 6h16v8H6z',
    grey: 'M13 14h2v5h6v-2l4 3-4 3v-2h-8zM33 27h2v5h6v-2l4 3-4 3v-2h-8z',
    ink: 'M26 18h16v7H26z',
  },
  certificate: {
    grey: 'M10 4h40v32H10zm2 2v28h36V6z',
    ink: 'M20 11h20v3H20zM16 18h28v2H16zM16 23h20v2H16z',
    active: 'M38 26h7v7h-7z',
  },
}

/** A small drawing of a picture; it says nothing that the title beside it does not. */
export function PictureSketch({picture}: {picture: Picture}) {
  const sketch = sketches[picture]
  if (!sketch) return <img alt="" height={40} src={blockNamed(picture)?.thumbnail} style={size} width={60} />
  return (
    <svg aria-hidden="true" height={40} style={size} viewBox="0 0 60 40" width={60}>
      <rect fill="#fbfaf5" height={40} width={60} />
      <path d={sketch.grey} fill={grey} fillRule="evenodd" />
      <path d={sketch.ink} fill={ink} />
      <path d={sketch.active} fill={active} />
    </svg>
  )
}

const size = {display: 'block', width: '100%', height: 'auto'}
