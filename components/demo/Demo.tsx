import {renderMarkup} from '@/components/markup/renderMarkup'
import type {Locale} from '@/lib/locales'
import {contactPath, scenarioPath, withBasePath} from '@/lib/urls'
import type {PageData, SiteData} from '@/sanity/content.types'
import {scenariosOf} from '@/sanity/scenariosOf'
import {DemoArticle} from './DemoArticle'
import {drawScenario} from './drawScenario'
import {FirstScreen} from './FirstScreen'
import {stageWords} from './stageWords'
import {Takeover} from './Takeover'

interface DemoProps {
  page: PageData
  site: SiteData
  locale: Locale
  /** The version of what the page shows: what was fetched beside an older page says nothing of this one. */
  version: string
}

/**
 * The walkthrough of the demo page. The page itself holds its first screen and, for those without scripts, an article;
 * in the browser the walkthrough takes their place.
 */
export function Demo({page, site, locale, version}: DemoProps) {
  const scenarios = scenariosOf(page)
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
  // As markup, not as elements: Next's data of them would be larger than the HTML.
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
  return <Takeover outlines={outlines} markup={markup} />
}
