import type {CSSProperties} from 'react'
import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {FigurePlate} from '@/components/ui/FigurePlate'
import {Phrases} from '@/components/ui/Phrases'
import {Section} from '@/components/ui/Section'
import {translator} from '@/i18n/translator'
import type {lanesShape} from '@/sanity/blocks/lanes/projection'
import styles from './Lanes.module.css'

type Block = z.output<typeof lanesShape>

/** A grid position; CSS turns lanes and steps by the screen's width. */
const place = (position: CSSProperties & {'--lane'?: number; '--step'?: number}): CSSProperties => position

/** A swimlane diagram: lanes run down on a phone, across on a desktop. */
export function Lanes({block, context}: BlockProps<Block>) {
  const words = translator(context.locale, 'figure')
  const {roles, laneOf, path} = handOvers(block.steps)
  const size: CSSProperties & Record<'--lanes' | '--steps', number> = {
    '--lanes': roles.length,
    '--steps': block.steps.length,
  }
  return (
    <Section block={block}>
      <FigurePlate number={words('number', {number: context.figure})} caption={block.caption || words('lanes')}>
        <div className={styles.lanes} style={size}>
          {roles.map(({_id, name}, index) => (
            <p key={_id} className={styles.role} style={place({'--lane': index + 1})} aria-hidden="true">
              {name}
            </p>
          ))}
          {(['down', 'across'] as const).map((direction) => (
            <svg
              key={direction}
              className={styles[direction]}
              viewBox={
                direction === 'down'
                  ? `0 0 ${roles.length} ${block.steps.length}`
                  : `0 0 ${block.steps.length} ${roles.length}`
              }
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <path d={path[direction]} />
            </svg>
          ))}
          <ol className={styles.steps}>
            {block.steps.map(({_key, title, text, role}, index) => (
              <li key={_key} className={styles.step} style={place({'--lane': laneOf(role) + 1, '--step': index + 1})}>
                <span className={styles.number} aria-hidden="true">
                  {index + 1}
                </span>
                <div className={styles.words}>
                  <p className={styles.title}>
                    <Phrases>{title}</Phrases>
                  </p>
                  <p className={styles.doer}>{role.name}</p>
                  {text && <p className={styles.text}>{text}</p>}
                </div>
              </li>
            ))}
          </ol>
        </div>
      </FigurePlate>
    </Section>
  )
}

interface Role {
  _id: string
  name: string
}

/**
 * Lanes in the order in which roles first act, and the path through the steps: one unit along per step, one aside per
 * lane, turning halfway between two steps.
 */
export function handOvers(steps: readonly {role: Role}[]) {
  const roles = [...new Map(steps.map(({role}) => [role._id, role])).values()]
  const laneOf = ({_id}: Role) => roles.findIndex((role) => role._id === _id)
  const points = steps.map(({role}, index) => ({along: index + 0.5, aside: laneOf(role) + 0.5}))
  return {
    roles,
    laneOf,
    path: {
      down: points
        .map(({along, aside}, index) => (index === 0 ? `M${aside} ${along}` : `V${along - 0.5}H${aside}V${along}`))
        .join(''),
      across: points
        .map(({along, aside}, index) => (index === 0 ? `M${along} ${aside}` : `H${along - 0.5}V${aside}H${along}`))
        .join(''),
    },
  }
}
