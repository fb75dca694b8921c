import type {StageWords} from './drawScenario'
import styles from './Recap.module.css'
import type {ChoicePayload, ScenarioPayload} from './scenarioPayload'
import {fill, hashOf, langOf} from './walk'

/** The keys of the choices tried at each step, by its fragment, the last one last. */
export type Tried = Readonly<Record<string, readonly string[]>>

interface RecapProps {
  scenario: ScenarioPayload
  tried: Tried
  /** URL of the contact form, if there is one. */
  contact: string | undefined
  words: StageWords
}

/** The audit trail: each step with its role and the state after it, and each refusal with its reason. Also printed. */
export function Recap({scenario, tried, contact, words}: RecapProps) {
  return (
    <section className={styles.recap} aria-labelledby="demo-recap">
      <div>
        {/* On paper nothing else says which product this is about. */}
        <small>
          {scenario.product.code} · <span lang={langOf(scenario.title)}>{scenario.title}</span>
        </small>
        <h3 id="demo-recap">{withWholeNumbers(fill(words.recap, {subject: scenario.subject}))}</h3>
      </div>
      <ol>
        {scenario.steps.map((step, index) => (
          <li key={step.key}>
            <p className={styles.step}>
              <span lang={langOf(step.heading)}>{step.heading}</span>{' '}
              {step.role && <small lang={langOf(step.role)}>{step.role}</small>}{' '}
              <b lang={langOf(step.state)}>{step.state}</b>
            </p>
            {choicesTried(scenario, index, tried).map((choice) => (
              <p key={choice.key} className={styles.tried}>
                <b>{choice.accepted ? words.accepted : words.refused}</b>{' '}
                <span lang={langOf(choice.label)}>{choice.label}</span>
                {!choice.accepted && (
                  <small lang={langOf(choice.reason ?? choice.answer)}>{choice.reason ?? choice.answer}</small>
                )}
              </p>
            ))}
          </li>
        ))}
      </ol>
      <p className={styles.ways}>
        <button type="button" onClick={() => window.print()}>
          {words.print}
        </button>
        {contact && <a href={contact}>{words.sendRecap}</a>}
      </p>
    </section>
  )
}

/** Keeps numbers such as `EX-P4` on one line: browsers break them at the hyphen. */
const withWholeNumbers = (text: string) =>
  text.split(/([\p{L}\d]+-[\p{L}\d]+)/u).map((part, index) => (index % 2 === 1 ? <span key={part}>{part}</span> : part))

/** The recap as text for the contact form's message: the process, and each choice with its outcome. */
export function recapText(scenario: ScenarioPayload, tried: Tried, words: StageWords): string {
  const lines = scenario.steps.flatMap(({heading}, index) =>
    choicesTried(scenario, index, tried).map(
      ({label, accepted}) => `${index + 1}. ${heading}: ${label} → ${accepted ? words.accepted : words.refused}`,
    ),
  )
  return [`${scenario.product.code} · ${scenario.title}`, ...lines].join('\n')
}

/** Keeps the recap in this tab until the contact form takes it; not in the URL, which others could see. */
export function handOver(anchor: string, text: string): void {
  try {
    window.sessionStorage.setItem(`demo-${anchor}`, text)
  } catch {
    // Storage is blocked: the form opens without the recap.
  }
}

function choicesTried({anchor, steps}: ScenarioPayload, step: number, tried: Tried): ChoicePayload[] {
  return (tried[hashOf({anchor, step})] ?? []).flatMap(
    (key) => steps[step]?.choices.find((one) => one.key === key) ?? [],
  )
}
