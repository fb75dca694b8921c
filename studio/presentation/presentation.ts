import {map} from 'rxjs'
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
import {editorLocale, hint, label} from '../../sanity/schema/support/bilingual.ts'
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

/** A page as `pagesThatShow` selects it. */
interface LocatedPage {
  route?: string
  title?: {zh?: string; en?: string}
}

/** Returns a page's Chinese and English URLs, with titles. */
export function pageLocations({route, title}: LocatedPage): DocumentLocation[] {
  if (route === undefined || !isRoute(route)) return []
  return locales.map((locale) => ({
    title: `${title?.[locale] || title?.zh || route}${locale === 'en' ? ' (English)' : ''}`,
    href: sitePath(locale, route),
  }))
}

const everywhere: DocumentLocationsState = {
  message: hint('显示在每个页面上。', 'Shown on every page.'),
  tone: 'caution',
  locations: pageLocations({route: '/', title: {zh: '首页', en: 'Home page'}}),
}

/** Pages that show a document: the page itself, by reference (direct or through another document), or in a module map. */
const pagesThatShow = {
  fetch: `*[_type == "page" && (
  _id == $id ||
  references($id) ||
  references(*[_type != "page" && references($id)]._id) ||
  ($type == "productModule" && *[_id == $id][0].product._ref in blocks[_type == "moduleMap"].product._ref) ||
  ($type == "scenario" && route == "/demo")
)] | order(route asc) {route, title}`,
  // A listener's filter sees one document at a time, and cannot follow references.
  listen: '*[_type in ["page", $type]]',
}

/** Resolves the pages on which a document appears. */
const locations: DocumentLocationResolver = ({id, type, perspectiveStack}, {documentStore}) => {
  if (type === 'siteSettings' || type === 'navigation') return everywhere
  return documentStore
    .listenQuery(pagesThatShow, {id, type}, {perspective: perspectiveStack})
    .pipe(map((pages: LocatedPage[]) => describe(type, pages)))
}

function describe(type: string, pages: LocatedPage[]): DocumentLocationsState {
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
      initial: new URL(sitePath(editorLocale(), '/'), siteUrl).href,
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
