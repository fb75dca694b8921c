import {across} from '@/components/drawings/Picture'

export const loadHeight = 104
const columnHeight = 64

interface LoadColumnsProps {
  loads: readonly {_key: string; amount: number; baseline?: number | null | undefined}[]
  label: string | null | undefined
  periods: number
  top: number
}

/** A column for each period, without figures: the picture shows where the cost gathers, no sum. */
export function LoadColumns({loads, label, periods, top}: LoadColumnsProps) {
  const floor = top + loadHeight - 6
  const heightOf = (amount: number) => (Math.min(Math.max(amount, 0), 100) / 100) * columnHeight
  return (
    <>
      {label && (
        <text data-part="strong" x="0" y={top + 12} dx="2" dy="0.36em">
          {label}
        </text>
      )}
      {loads.slice(0, periods).map(({_key, amount, baseline}, index) => (
        <g key={_key}>
          <rect
            data-part="bar"
            data-tone="active"
            x={across((index + 0.22) / periods)}
            y={floor - heightOf(amount)}
            width={across(0.56 / periods)}
            height={heightOf(amount)}
          />
          {baseline != null && (
            <rect
              data-part="dashed"
              x={across((index + 0.12) / periods)}
              y={floor - heightOf(baseline)}
              width={across(0.76 / periods)}
              height={heightOf(baseline)}
            />
          )}
        </g>
      ))}
      <line x1="0" x2="100%" y1={floor} y2={floor} />
    </>
  )
}
