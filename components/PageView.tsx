import {stegaClean} from '@sanity/client/stega'
import type {ReactNode} from 'react'
import type {Locale} from '@/lib/locales'
import type {PageData, SiteData} from '@/sanity/presentContent'
import {Blocks} from './blocks/Blocks'
import type {DraftEditing, PageParts} from './blocks/context'
import {layoutNamed} from './layouts/layouts'
import {StaticMarkup} from './markup/StaticMarkup'
import {shownGroups} from './site/Menu'
import {ModulePager} from './site/ModulePager'
import {PageContents} from './site/PageContents'
import {belowHeader, openingOf, PageHeader} from './site/PageHeader'
import {SiteFrame} from './site/SiteFrame'

interface PageViewProps {
  page: PageData
  site: SiteData
  locale: Locale
  /** Content between the page's header and its blocks. */
  lead?: ReactNode
  parts?: PageParts | undefined
  /** Given for drafts: what the preview edits them by. Their markup is then live, see `StaticMarkup`. */
  edit?: DraftEditing | undefined
}

/** A whole page: the site's frame, the page's layout, its head and its blocks. */
export function PageView({page, site, locale, lead, parts, edit}: PageViewProps) {
  const live = edit !== undefined
  const Layout = layoutNamed(stegaClean(page.layout), page._id)
  const hue = page.product ? stegaClean(page.product.hue) : undefined
  const below = belowHeader(page)
  return (
    <SiteFrame locale={locale} site={site} route={page.route} hue={hue} live={live}>
      <Layout
        opening={openingOf(page)}
        header={
          <StaticMarkup locale={locale} live={live}>
            <PageHeader page={page} locale={locale} settings={site.settings} brief={lead !== undefined} />
          </StaticMarkup>
        }
      >
        {lead}
        <StaticMarkup locale={locale} live={live}>
          <PageContents blocks={below.blocks} locale={locale} />
          <Blocks
            pageId={page._id}
            {...below}
            locale={locale}
            settings={site.settings}
            route={page.route}
            parts={parts}
            edit={edit}
          />
          <ModulePager locale={locale} groups={shownGroups(site.navigation?.menu)} route={page.route} />
        </StaticMarkup>
      </Layout>
    </SiteFrame>
  )
}
