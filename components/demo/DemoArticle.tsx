import type {BlockContext} from '@/components/blocks/context'
import {DrawingFigure} from '@/components/blocks/DrawingFigure'
import {Rules} from '@/components/blocks/rules/Rules'
import {hasPage, Link} from '@/components/navigation/Link'
import {Section} from '@/components/ui/Section'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import {articlePath, withBasePath} from '@/lib/urls'
import type {SiteData} from '@/sanity/presentContent'
import type {Scenario, ScenarioStep} from '@/sanity/projections/scenario'

interface DemoArticleProps {
  scenarios: readonly Scenario[]
  settings: SiteData['settings']
  locale: Locale
}

/** The demo for reading: the first scenario in full, the others in outline with a link to their article. */
export function DemoArticle({scenarios: [first, ...others], settings, locale}: DemoArticleProps) {
  const words = translator(locale, 'demo')
  return (
    <>
      {first && (
        <div data-hue={first.product.hue}>
          <FormerNames names={first.formerAnchors} />
          <Section
            block={{_key: first.anchor, heading: `${first.product.code} · ${first.title}`, intro: first.summary}}
          />
          <ScenarioSteps scenario={first} context={{locale, settings}} />
          <Section block={{_key: `${first.anchor}-end`}}>
            <ContactLine anchor={first.anchor} locale={locale} />
          </Section>
        </div>
      )}
      {others.map(({anchor, formerAnchors, title, summary, product, steps}) => (
        <div key={anchor} id={anchor} data-hue={product.hue}>
          <FormerNames names={formerAnchors} />
          <Section block={{_key: anchor, heading: `${product.code} · ${title}`, intro: summary}} layout="split">
            <ol>
              {steps.map(({_key, heading}, index) => (
                <li key={_key} id={`${anchor}-${index + 1}`}>
                  {heading}
                </li>
              ))}
            </ol>
            <p>
              <a href={withBasePath(articlePath(locale, anchor))}>{words('readAll')}</a>
            </p>
          </Section>
        </div>
      ))}
    </>
  )
}

/** Targets of links with former anchors. */
function FormerNames({names}: {names: readonly string[]}) {
  return names.map((name) => <span key={name} id={name} />)
}

interface ScenarioStepsProps {
  scenario: Scenario
  context: Omit<BlockContext, 'figure'>
}

/** A scenario's steps: each a section with its picture and its choices. */
export function ScenarioSteps({scenario, context}: ScenarioStepsProps) {
  return scenario.steps.map((step, index) => {
    const id = `${scenario.anchor}-${index + 1}`
    return (
      <div key={step._key} id={id}>
        <StepSection step={step} id={id} context={{...context, figure: index + 1}} />
        <StepChoices step={step} id={id} context={{...context, figure: index + 1}} />
      </div>
    )
  })
}

interface StepProps {
  step: ScenarioStep
  id: string
  context: BlockContext
}

function StepSection({step, id, context}: StepProps) {
  const words = translator(context.locale, 'demo')
  const facts = [step.role && words('who', {role: step.role.name}), words('stateAfter', {state: step.state})]
  const intro = [step.text, facts.filter(Boolean).join(words('between'))].join('\n')
  const picture = {...step.picture, _key: id}
  return (
    <Section block={{_key: id, heading: step.heading, intro}} layout={picture._type === 'screen' ? 'split' : 'wide'}>
      <DrawingFigure picture={picture} context={context} />
    </Section>
  )
}

function StepChoices({step, id, context}: StepProps) {
  const words = translator(context.locale, 'demo')
  if (!step.choices?.length) return null
  const items = step.choices.map(({_key, label, outcome, answer, reason}) => ({
    _key,
    title: `${label} → ${words(outcome)}`,
    text: [answer, reason].filter(Boolean).join(words('afterSentence')),
  }))
  const block = {_key: `${id}-choices`, _type: 'rules' as const, heading: step.question, items}
  return <Rules block={block} context={context} />
}

/** Links to the contact form, if editors show its page, and passes the scenario along. */
export function ContactLine({anchor, locale}: {anchor: string; locale: Locale}) {
  const words = translator(locale, 'demo')
  return (
    <p>
      {words('ended')}{' '}
      {hasPage('/contact') && (
        <Link to="/contact" locale={locale} from={`demo-${anchor}`}>
          {words('contactAbout')}
        </Link>
      )}
    </p>
  )
}
