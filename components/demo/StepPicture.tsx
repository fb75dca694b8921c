import type {CSSProperties} from 'react'
import type {BlockContext} from '@/components/blocks/context'
import {DrawingFigure} from '@/components/blocks/DrawingFigure'
import type {ScreenControls} from '@/components/blocks/screen/screenEntries'
import {Arrow} from '@/components/ui/Arrow'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import type {Drawing} from '@/sanity/projections/drawing'
import type {ScenarioStep} from '@/sanity/projections/scenario'
import {splitCells} from '@/sanity/splitCells'
import styles from './Stage.module.css'

type Choice = NonNullable<ScenarioStep['choices']>[number]

interface StepPictureProps {
  step: ScenarioStep
  /** The visitor's choice: its picture replaces the step's, with the answer where the choice was made. */
  chosen?: Choice | undefined
  /** Prefix of the ids within the picture. */
  id: string
  context: BlockContext
}

/** A step's picture with its choices: each in its row of the screen, those without one below the picture. */
export function StepPicture({step, chosen, id, context}: StepPictureProps) {
  const picture = {...(chosen?.picture ?? step.picture), _key: id}
  const choices = step.choices ?? []
  const rows = new Map<number, Choice[]>()
  for (const choice of choices) {
    if (choice.row && choice.row <= rowsOf(picture)) rows.set(choice.row, [...(rows.get(choice.row) ?? []), choice])
  }
  const others = choices.filter((choice) => ![...rows.values()].flat().includes(choice))
  const shared = {step, chosen, locale: context.locale}
  const controls: ScreenControls = new Map(
    [...rows].map(([row, placed]) => [
      row,
      <Choices key={row} choices={placed} periods={periodsOf(picture)} {...shared} />,
    ]),
  )
  return (
    <>
      <DrawingFigure picture={picture} context={context} controls={controls} />
      {others.length > 0 && (
        <div className={styles.below} data-controls="">
          <Choices choices={others} periods={0} {...shared} />
        </div>
      )}
    </>
  )
}

/** The number of rows that can hold a choice. */
function rowsOf(picture: Drawing): number {
  if (picture._type !== 'screen') return 0
  return ((picture.kind === 'schedule' ? picture.lanes : picture.rows) ?? []).length
}

/** The number of a schedule's periods; zero of any other picture. */
function periodsOf(picture: Drawing): number {
  return picture._type === 'screen' && picture.kind === 'schedule' ? splitCells(picture.columns).length : 0
}

interface ChoicesProps {
  choices: readonly Choice[]
  step: ScenarioStep
  chosen: Choice | undefined
  periods: number
  locale: Locale
}

/** Buttons, then the system's answer if one of them was chosen. */
function Choices({choices, step, chosen, periods, locale}: ChoicesProps) {
  const words = translator(locale, 'demo')
  const answered = choices.find((choice) => choice === chosen)
  return (
    <>
      {choices.map((choice) => (
        <button
          key={choice._key}
          type="button"
          className={styles.choice}
          data-choice={choice._key}
          aria-pressed={choice === chosen}
          aria-describedby="demo-question"
          data-outcome={choice === chosen ? choice.outcome : undefined}
          {...slotOf(choice, periods)}
        >
          <span>{choice.label}</span>
        </button>
      ))}
      {answered && (
        <div className={styles.answer} data-outcome={answered.outcome}>
          <p className={styles.marks}>
            <b className={styles.verdict}>{words(answered.outcome)}</b>
            {answered.outcome === 'accepted' && (
              <>
                <Arrow />
                <b className={styles.stamp} data-tone={step.tone}>
                  {step.state}
                </b>
              </>
            )}
          </p>
          <p className={styles.said}>{answered.answer}</p>
          {answered.reason && (
            <p className={styles.reason}>
              <b>{words('why')}</b> {answered.reason}
            </p>
          )}
          {answered.outcome === 'refused' && <p className={styles.reason}>{words('tryAnother')}</p>}
        </div>
      )}
    </>
  )
}

/** The periods of a schedule that a choice takes. Short ones have room for their words on wide screens only: else they take all. */
function slotOf({from, to}: Choice, periods: number): {style?: CSSProperties; 'data-slot'?: 'short' | 'long'} {
  if (!from || from > periods) return {}
  const end = Math.min(Math.max(to ?? from, from), periods)
  const style: CSSProperties & {'--slot': string} = {'--slot': `${from} / ${end + 1}`}
  return {
    style,
    'data-slot': (end - from + 1) / periods < 0.4 ? 'short' : 'long',
  }
}
