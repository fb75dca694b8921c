import type {CSSProperties} from 'react'
import type {z} from 'zod'
import type {BlockProps} from '@/components/blocks/context'
import {FigurePlate} from '@/components/ui/FigurePlate'
import {Section} from '@/components/ui/Section'
import {translator} from '@/i18n/translator'
import type {lanesShape} from '@/sanity/blocks/lanes/projection'
import {handOvers} from './handOvers'
import styles from './Lanes.module.css'

type Block = z.output<typeof lanesShape>

/** A place in the grid: CSS puts lanes and steps across or down, by the width of the screen. */
const place = (name: '--lane' | '--step', number: number) => ({[name]: number}) as CSSProperties

/** Who does what, in which order: a line that passes from lane to lane. On a phone the lanes run down, on a desk across. */
export function Lanes({block, context}: BlockProps<Block>) {
  const words = translator(context.locale, 'figure')
  const {roles, laneOf, path} = handOvers(block.steps)
  const size = {'--lanes': roles.length, '--steps': block.steps.length} as CSSProperties
  return (
    <Section block={block}>
      <FigurePlate number={words('number', {number: context.figure})} caption={block.caption || words('lanes')}>
        <div className={styles.lanes} style={size}>
          {roles.map(({_id, name}, index) => (
            <p key={_id} className={styles.role} style={place('--lane', index + 1)} aria-hidden="true">
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
              <li
                key={_key}
                className={styles.step}
                style={{...place('--lane', laneOf(role) + 1), ...place('--step', index + 1)}}
              >
                <span className={styles.number} aria-hidden="true">
                  {index + 1}
                </span>
                <div className={styles.words}>
                  <p className={styles.title}>{title}</p>
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
