import {barHeight, type PlacedBar, type TimelineLayout} from './layoutTimeline'
import {across} from './Picture'
import {ToneBar} from './ToneBar'

interface TimelineBarsProps {
  layout: TimelineLayout
  periods: readonly string[]
}

/** Periods, lanes and bars of a timeline, across the whole of a picture. */
export function TimelineBars({layout, periods}: TimelineBarsProps) {
  const {head, top, lanes, bottom} = layout
  return (
    <>
      {periods.map((period, index) => (
        // Periods may be nameless; their order never changes.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <g key={index}>
          {index > 0 && (
            <line
              data-part="faint"
              x1={across(index / periods.length)}
              x2={across(index / periods.length)}
              y1={head?.rule ?? top}
              y2={bottom}
            />
          )}
          {head && period && (
            <text
              data-part="label"
              x={across((index + 0.5) / periods.length)}
              y={head.names}
              dy="0.36em"
              textAnchor="middle"
            >
              {period}
            </text>
          )}
        </g>
      ))}
      {head && <line x1="0" x2="100%" y1={head.rule} y2={head.rule} />}
      {lanes.map(({key, label, y, barY, bars}) => (
        <g key={key}>
          <text data-part="strong" x="0" y={y + 8} dx="2" dy="0.36em">
            {label}
          </text>
          {bars.map((bar) => (
            <Bar key={bar.key} bar={bar} y={barY} />
          ))}
        </g>
      ))}
    </>
  )
}

function Bar({bar, y}: {bar: PlacedBar; y: number}) {
  const {from, to, tone, baseline, label} = bar
  return (
    <>
      {baseline && (
        <rect
          data-part="dashed"
          x={across(baseline.from)}
          y={y - 8}
          width={across(baseline.to - baseline.from)}
          height="6"
        />
      )}
      <ToneBar x={across(from)} y={y} width={across(to - from)} height={barHeight} tone={tone}>
        {label?.narrow === label?.wide ? (
          <Label bar={bar} y={y} width="wide" />
        ) : (
          <>
            <Label bar={bar} y={y} width="narrow" only />
            <Label bar={bar} y={y} width="wide" only />
          </>
        )}
      </ToneBar>
    </>
  )
}

interface LabelProps {
  bar: PlacedBar
  y: number
  width: 'narrow' | 'wide'
  /** It stands elsewhere, or nowhere, in a picture of the other width. */
  only?: boolean
}

function Label({bar: {from, to, label}, y, width, only = false}: LabelProps) {
  const at = label?.[width]
  if (!at) return null
  return (
    <text
      data-part={at === 'inside' ? 'onBar' : 'label'}
      data-in={only ? width : undefined}
      x={across({inside: (from + to) / 2, after: to, before: from}[at])}
      y={y + barHeight / 2}
      dx={{inside: undefined, after: 5, before: -5}[at]}
      dy="0.36em"
      textAnchor={({inside: 'middle', after: 'start', before: 'end'} as const)[at]}
    >
      {label.text}
    </text>
  )
}
