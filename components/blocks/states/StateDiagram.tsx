import type {CSSProperties} from 'react'
import type {z} from 'zod'
import {SvgLines} from '@/components/drawings/SvgLines'
import type {statesShape} from '@/sanity/blocks/states/projection'
import {layoutStates, lineHeight} from './layoutStates'
import styles from './StateDiagram.module.css'

interface StateDiagramProps {
  block: Pick<z.output<typeof statesShape>, '_key' | 'states' | 'transitions' | 'alternative'>
}

/** States and the transitions between them, as wide as their lanes, at most as a phone. */
export function StateDiagram({block}: StateDiagramProps) {
  const {_key, states, transitions, alternative} = block
  const diagram = layoutStates(states, transitions ?? [])
  const arrow = `arrow-${_key}`
  const style: CSSProperties & {'--width': number} = {'--width': diagram.width}
  return (
    <svg
      className={styles.diagram}
      viewBox={`0 0 ${diagram.width} ${diagram.height}`}
      style={style}
      role="img"
      aria-label={alternative}
    >
      <defs>
        <marker id={arrow} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
          <path className={styles.head} d="M1 1l6 3-6 3" />
        </marker>
      </defs>
      {diagram.transitions.map(({key, path}) => (
        <path key={key} className={styles.arrow} d={path} markerEnd={`url(#${arrow})`} />
      ))}
      {diagram.states.map(({x, y, width, height, lines}, index) => {
        const state = states[index]
        return (
          <g key={state?._key} data-tone={state?.tone}>
            <rect className={styles.state} x={x} y={y} width={width} height={height} rx={height / 2.4} />
            <rect
              className={styles.inner}
              x={x + 4}
              y={y + 4}
              width={width - 8}
              height={height - 8}
              rx={height / 2.7}
            />
            <SvgLines
              lineHeight={lineHeight}
              className={styles.name}
              x={x + width / 2}
              y={y + height / 2}
              lines={lines}
              anchor="middle"
            />
          </g>
        )
      })}
      {diagram.transitions.map(({key, label}) => (
        <SvgLines lineHeight={lineHeight} key={key} className={styles.label} {...label} />
      ))}
    </svg>
  )
}
