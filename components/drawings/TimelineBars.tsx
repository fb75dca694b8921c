import {barHeight, type PlacedBar, type TimelineLayout} from './layoutTimeline'
import {across} from './Picture'
import {ToneBar} from './ToneBar'

interface TimelineBarsProps {
  layout: TimelineLayout
  periods: readonly string[]
  /** Height at which the names of the periods stand; the lines between them begin below. */
  top: number
}

/** Periods, lanes and bars of a timeline, across the whole of a picture. */
export function TimelineBars({layout, periods, top}: TimelineBarsProps) {
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
              y1={top + 10}
              y2={layout.bottom}
            />
          )}
          <text data-part="label" x={across((index + 0.5) / periods.length)} y={top} dy="0.36em" textAnchor="middle">
            {period}
          </text>
        </g>
      ))}
      <line x1="0" x2="100%" y1={top + 10} y2={top + 10} />
      {layout.lanes.map(({key, label, y, barY, bars}) => (
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
  const anchor = label && ({inside: 'middle', after: 'start', before: 'end'} as const)[label.at]
  const x = label && {inside: (from + to) / 2, after: to, before: from}[label.at]
  const dx = label && {inside: 0, after: 5, before: -5}[label.at]
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
        {label && (
          <text
            data-part={label.at === 'inside' ? 'onBar' : 'label'}
            x={across(x ?? 0)}
            y={y + barHeight / 2}
            dx={dx}
            dy="0.36em"
            textAnchor={anchor}
          >
            {label.text}
          </text>
        )}
      </ToneBar>
    </>
  )
}
