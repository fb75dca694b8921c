import {Arrow} from '@/components/ui/Arrow'
import {NoticeFrame} from './NoticeFrame'
import {Stage} from './Stage'
import styles from './Stage.module.css'
import {StepView} from './StepView'
import type {ScenarioPayload} from './scenarioPayload'
import type {StageWords} from './stageWords'
import type {Outline} from './walk'

interface FirstScreenProps {
  outlines: readonly Outline[]
  scenario: ScenarioPayload
  words: StageWords
}

/** The walkthrough as it begins, drawn by the server: what the browser puts in its place moves nothing. */
export function FirstScreen({outlines, scenario, words}: FirstScreenProps) {
  const [outline, following] = outlines
  if (!outline) return null
  return (
    <Stage outlines={outlines} outline={outline} step={0} words={words} notice={<NoticeFrame loaded />}>
      <StepView
        scenario={scenario}
        index={0}
        chosen={undefined}
        contact={
          <a className={styles.onward} href={outline.contact}>
            {words.contactAbout}
            <Arrow />
          </a>
        }
        following={following}
        words={words}
      />
    </Stage>
  )
}
