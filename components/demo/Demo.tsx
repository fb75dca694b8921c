import {renderMarkup} from '@/components/markup/StaticMarkup'
import {hasPage} from '@/components/navigation/Link'
import spokenStyles from '@/components/ui/spoken.module.css'
import type {Locale} from '@/lib/locales'
import {contactPath, scenarioPath, withBasePath} from '@/lib/urls'
import type {PageData, SiteData} from '@/sanity/presentContent'
import {validScenarios} from '@/sanity/scenarios'
import type {DemoSettings} from './attachDemo'
import demoScript from './attachDemo.bundle'
import styles from './Demo.module.css'
import {DemoArticle} from './DemoArticle'
import {drawScenario, type StageWords, stageWords} from './drawScenario'
import walkthroughScript from './mountWalkthrough.bundle'
import recapStyles from './Recap.module.css'
import {NoticeFrame, Stage} from './Stage'
import stageStyles from './Stage.module.css'
import {StepView} from './StepView'
import type {ScenarioPayload} from './scenarioPayload'
import type {Outline} from './walk'

interface DemoProps {
  page: PageData
  site: SiteData
  locale: Locale
  /** The page's version, part of each payload's cache key. */
  version: string
}

/** The demo: its first screen, an article for visitors without JavaScript, and the script that replaces both by the walkthrough. */
export function Demo({page, site, locale, version}: DemoProps) {
  const scenarios = validScenarios(page)
  const [first] = scenarios
  if (!first) return null
  const outlines = scenarios.map(({anchor, formerAnchors, title, product, steps}) => ({
    anchor,
    ...(formerAnchors.length > 0 && {formerAnchors}),
    title,
    code: product.code,
    hue: product.hue,
    steps: steps.map(({heading}) => heading),
    payload: `${withBasePath(scenarioPath(locale, anchor))}#${version}`,
    ...(hasPage('/contact') && {contact: contactPath(locale, `demo-${anchor}`)}),
  }))
  const words = stageWords(locale)
  const drawn = scenarios.map((scenario) => drawScenario(scenario, {locale, settings: site.settings}))
  // A string instead of elements: their RSC payload would be larger than the HTML.
  const markup = renderMarkup(
    <>
      <div data-before="stage">
        <FirstScreen outlines={outlines} scenario={drawn[0]} words={words} />
      </div>
      <div data-before="article">
        <DemoArticle scenarios={scenarios} settings={site.settings} locale={locale} />
      </div>
    </>,
    locale,
  )
  const settings: DemoSettings = {
    outlines,
    words,
    walkthrough: walkthroughScript,
    cssModules: {
      'components/demo/Recap.module.css': recapStyles,
      'components/demo/Stage.module.css': stageStyles,
      'components/ui/spoken.module.css': spokenStyles,
    },
  }
  return (
    // The demo's script may have changed the element before a preview is hydrated.
    <div
      className={styles.demo}
      data-module={demoScript}
      data-settings={JSON.stringify(settings)}
      data-classes={classesIn(drawn).join(' ')}
      suppressHydrationWarning
    >
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React a moment ago, every text escaped */}
      <div dangerouslySetInnerHTML={{__html: markup}} suppressHydrationWarning />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: nothing: a place that React leaves alone */}
      <div dangerouslySetInnerHTML={{__html: ''}} suppressHydrationWarning />
    </div>
  )
}

interface FirstScreenProps {
  outlines: readonly Outline[]
  scenario: ScenarioPayload | undefined
  words: StageWords
}

/** The walkthrough's first render, so that replacing it shifts no layout. */
function FirstScreen({outlines, scenario, words}: FirstScreenProps) {
  const [outline, following] = outlines
  if (!(outline && scenario)) return null
  return (
    <Stage outlines={outlines} outline={outline} step={0} words={words} notice={<NoticeFrame loaded />}>
      <StepView
        scenario={scenario}
        index={0}
        chosen={undefined}
        contact={outline.contact}
        following={following}
        words={words}
      />
    </Stage>
  )
}

/** The classes of all pictures, which the walkthrough fetches: a page gets the styles of the classes that stand in it. */
function classesIn(drawn: readonly ScenarioPayload[]): string[] {
  const lists = JSON.stringify(drawn).matchAll(/ class=\\"([^"\\]+)\\"/g)
  return [...new Set([...lists].flatMap(([, list]) => list?.split(' ') ?? []))]
}
