import {catchError, map, of} from 'rxjs'
import {
  type DocumentLocation,
  type DocumentLocationResolver,
  type DocumentLocationsState,
  defineDocuments,
  presentationTool,
} from 'sanity/presentation'
import {locales} from '../../lib/locales.ts'
import {isRoute, routes} from '../../lib/routes.ts'
import {sitePath, withBasePath} from '../../lib/urls.ts'
import {type ContentDocument, documentTitle, inPerspective, pagesShowing} from '../../sanity/health/contentDocuments.ts'
import {hint, label} from '../../sanity/schema/support/bilingual.ts'
import {siteDocuments} from '../structure/siteDocuments.ts'
import {firstPreviewPath} from './editedPage.ts'
import {PreviewHeader} from './PreviewHeader.tsx'
import {PreviewNavigator} from './PreviewNavigator.tsx'

/** The document of each URL: one entry a route, exact in both languages, so their order does not matter. */
export const mainDocuments = defineDocuments(
  routes.map((route) => ({
    route: [sitePath('en', route), sitePath('zh', route)],
    filter: '_type == "page" && route == $route',
    params: {route},
  })),
)

/** Returns a page's Chinese and English URLs, with titles. */
export function pageLocations(page: ContentDocument): DocumentLocation[] {
  const {route} = page
  if (typeof route !== 'string' || !isRoute(route)) return []
  return locales.map((locale) => ({
    title: `${documentTitle(page, locale)}${locale === 'en' ? ' (English)' : ''}`,
    href: sitePath(locale, route),
  }))
}

const everywhere: DocumentLocationsState = {
  message: hint('显示在每个页面上。', 'Shown on every page.'),
  tone: 'caution',
  locations: pageLocations({_id: 'page-home', _type: 'page', route: '/', title: {zh: '首页', en: 'Home page'}}),
}

/** Resolves the pages on which a document appears. */
const locations: DocumentLocationResolver = ({id, type, perspectiveStack}) => {
  if (type === 'siteSettings' || type === 'navigation') return everywhere
  // Its form lists them already.
  if (type === 'claim') return of(null)
  return siteDocuments.pipe(
    map((documents) => describe(type, pagesShowing(id, inPerspective(documents, perspectiveStack)))),
    catchError(() => of(null)),
  )
}

function describe(type: string, pages: ContentDocument[]): DocumentLocationsState {
  const locations = pages.flatMap(pageLocations)
  if (type === 'page') return {locations, message: label('中文页和英文页', 'The Chinese and the English page')}
  if (pages.length === 0) return {message: label('还没有页面显示它', 'No page shows this yet'), tone: 'caution'}
  const count = pages.length === 1 ? '1 page' : `${pages.length} pages`
  const message = label(`${pages.length} 个页面显示它，修改后一起更新`, `Shown on ${count}, updated with every change`)
  return {locations, message, tone: 'positive'}
}

/** Returns the tool *Preview*: the site in draft mode, where a click on a text opens its field. */
export function presentation(siteUrl: string) {
  return presentationTool({
    title: label('预览', 'Preview'),
    previewUrl: {
      initial: () => new URL(firstPreviewPath(), siteUrl).href,
      previewMode: {enable: withBasePath('/api/draft-mode/enable'), shareAccess: false},
    },
    allowOrigins: [siteUrl],
    resolve: {mainDocuments, locations},
    components: {
      unstable_header: {component: PreviewHeader},
      unstable_navigator: {component: PreviewNavigator, minWidth: 240, maxWidth: 480},
    },
  })
}
