import {across} from '@/components/drawings/Picture'
import {SvgLines} from '@/components/drawings/SvgLines'
import {ToneBar} from '@/components/drawings/ToneBar'
import {lineHeight, type RowsLayout} from './layoutRows'

/** A form: the name of each field, and what has been entered on its line. A field with a state is marked. */
export function Fields({layout}: {layout: RowsLayout}) {
  return layout.rows.map(({key, y, height, tone, cells}) => {
    const middle = y + height / 2
    const [name, ...values] = cells
    return (
      <g key={key}>
        {name && <SvgLines x="0" y={middle} lines={name.lines} lineHeight={lineHeight} part="label" />}
        {values.map(({x, lines}) => (
          <g key={x}>
            {tone && <ToneBar x={across(x)} y={middle - 4} width={12} height={8} tone={tone} />}
            <SvgLines x={across(x)} dx={tone ? 18 : 0} y={middle} lines={lines} lineHeight={lineHeight} />
            <line x1={across(x)} x2="100%" y1={y + height - 3} y2={y + height - 3} />
          </g>
        ))}
      </g>
    )
  })
}
