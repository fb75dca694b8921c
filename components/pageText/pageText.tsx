import {Blocks} from '@/components/blocks/Blocks'
import {ScenarioSteps} from '@/components/demo/DemoArticle'
import {renderMarkup} from '@/components/markup/StaticMarkup'
import {belowHeader, PageHeader} from '@/components/site/PageHeader'
import {Section} from '@/components/ui/Section'
import type {Locale} from '@/lib/locales'
import {hiddenPages} from '@/lib/visibility'
import {withHiddenRoutes} from '@/sanity/hiddenRoutes'
import type {PageData, SiteData} from '@/sanity/presentContent'
import {validScenarios} from '@/sanity/scenarios'
import {readMarkup, type TextSection} from './readMarkup'

export interface TextSource {
  page: PageData
  site: SiteData
  locale: Locale
  /** With scheme and host, for links. */
  siteUrl: string
}

/**
 * A page as text, in the order in which it is read. It is read from the page's own markup: it says what the page says,
 * whatever blocks there are, and leaves out what the page leaves out.
 */
export function pageText({page, site, locale, siteUrl}: TextSource): TextSection[] {
  const context = {locale, settings: site.settings, route: page.route}
  const hidden = new Set(hiddenPages(site.guarded, Date.now()).map(({route}) => route))
  const text = (
    <>
      <PageHeader page={page} locale={locale} settings={site.settings} />
      {validScenarios(page).map((scenario) => (
        <div key={scenario.anchor}>
          <Section
            block={{
              _key: scenario.anchor,
              heading: `${scenario.product.code} · ${scenario.title}`,
              intro: scenario.summary,
            }}
          />
          <ScenarioSteps scenario={scenario} context={context} />
        </div>
      ))}
      <Blocks pageId={page._id} {...belowHeader(page)} {...context} />
    </>
  )
  const markup = withHiddenRoutes(hidden, () => renderMarkup(text))
  return readMarkup(markup, siteUrl)
}
