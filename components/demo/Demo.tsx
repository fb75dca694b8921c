import {renderMarkup} from '@/components/markup/StaticMarkup'
import type {Locale} from '@/lib/locales'
import {contactPath, scenarioPath, withBasePath} from '@/lib/urls'
import type {PageData, SiteData} from '@/sanity/content.types'
import {validScenarios} from '@/sanity/scenarios'
import {DemoArticle} from './DemoArticle'
import {DemoIsland} from './DemoIsland'
import {drawScenario, type StageWords, stageWords} from './drawScenario'
import {NoticeFrame, Stage} from './Stage'
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

/** The demo: server-rendered first screen, an article for visitors without JavaScript, and the island that replaces both. */
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
    contact: contactPath(locale, `demo-${anchor}`),
  }))
  const scenario = drawScenario(first, {locale, settings: site.settings})
  // A string instead of elements: their RSC payload would be larger than the HTML.
  const markup = renderMarkup(
    <>
      <div data-before="stage">
        <FirstScreen outlines={outlines} scenario={scenario} words={stageWords(locale)} />
      </div>
      <div data-before="article">
        <DemoArticle scenarios={scenarios} settings={site.settings} locale={locale} />
      </div>
    </>,
  )
  return <DemoIsland outlines={outlines} markup={markup} />
}

interface FirstScreenProps {
  outlines: readonly Outline[]
  scenario: ScenarioPayload
  words: StageWords
}

/** The walkthrough's first render, so that replacing it shifts no layout. */
function FirstScreen({outlines, scenario, words}: FirstScreenProps) {
  const [outline, following] = outlines
  if (!outline) return null
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
