import type {CSSProperties} from 'react'
import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {SvgLines} from '@/components/drawings/Picture'
import {FigurePlate} from '@/components/ui/FigurePlate'
import {Section} from '@/components/ui/Section'
import hidden from '@/components/ui/spoken.module.css'
import {translator} from '@/i18n/translator'
import type {statesShape} from '@/sanity/blocks/states/projection'
import {layoutStates, lineHeight} from './layoutStates'
import diagramStyles from './StateDiagram.module.css'
import styles from './States.module.css'

type Block = z.output<typeof statesShape>

/** A state diagram and the meaning of each state. */
export function States({block, context}: BlockProps<Block>) {
  return (
    <Section block={block}>
      <StatesFigure block={block} context={context} />
    </Section>
  )
}

/** The figure alone. */
export function StatesFigure({block, context}: BlockProps<Block>) {
  const words = translator(context.locale, 'figure')
  // The diagram shows the names already.
  const isExplained = block.states.some(({text}) => text)
  return (
    <FigurePlate number={words('number', {number: context.figure})} caption={block.caption || words('states')}>
      <div className={isExplained ? styles.pair : undefined}>
        <StateDiagram block={block} />
        <dl className={isExplained ? styles.legend : hidden.spoken}>
          {block.states.map(({_key, name, text, tone}) => (
            <div key={_key} data-tone={tone}>
              <dt>
                {name} <small className={hidden.spoken}>{words(tone)}</small>
              </dt>
              {text && <dd>{text}</dd>}
            </div>
          ))}
        </dl>
      </div>
    </FigurePlate>
  )
}

interface StateDiagramProps {
  block: Pick<Block, '_key' | 'states' | 'transitions' | 'alternative'>
}

/** States and their transitions, no wider than a phone. */
function StateDiagram({block}: StateDiagramProps) {
  const {_key, states, transitions, alternative} = block
  const diagram = layoutStates(states, transitions ?? [])
  const arrow = `arrow-${_key}`
  const style: CSSProperties & {'--width': number} = {'--width': diagram.width}
  return (
    <svg
      className={diagramStyles.diagram}
      viewBox={`0 0 ${diagram.width} ${diagram.height}`}
      style={style}
      role="img"
      aria-label={alternative}
    >
      <defs>
        <marker id={arrow} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
          <path className={diagramStyles.head} d="M1 1l6 3-6 3" />
        </marker>
      </defs>
      {diagram.transitions.map(({key, path}) => (
        <path key={key} className={diagramStyles.arrow} d={path} markerEnd={`url(#${arrow})`} />
      ))}
      {diagram.states.map(({x, y, width, height, lines}, index) => {
        const state = states[index]
        return (
          <g key={state?._key} data-tone={state?.tone}>
            <rect className={diagramStyles.state} x={x} y={y} width={width} height={height} rx={height / 2.4} />
            <rect
              className={diagramStyles.inner}
              x={x + 4}
              y={y + 4}
              width={width - 8}
              height={height - 8}
              rx={height / 2.7}
            />
            <SvgLines
              lineHeight={lineHeight}
              className={diagramStyles.name}
              x={x + width / 2}
              y={y + height / 2}
              lines={lines}
              anchor="middle"
            />
          </g>
        )
      })}
      {diagram.transitions.map(({key, label}) => (
        <SvgLines lineHeight={lineHeight} key={key} className={diagramStyles.label} {...label} />
      ))}
    </svg>
  )
}
