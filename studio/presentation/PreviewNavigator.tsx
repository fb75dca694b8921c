import {Card} from '@sanity/ui'
import {usePresentationParams} from 'sanity/presentation'
import {pageId, type Route} from '../../lib/routes.ts'
import {sitePath} from '../../lib/urls.ts'
import {editorLocale} from '../../sanity/schema/support/bilingual.ts'
import {SiteMap} from '../structure/siteMap/SiteMap.tsx'
import {parsePreviewUrl} from './parsePreviewUrl.ts'
import {showTab, usePreviewNavigate} from './previewNavigation.ts'

/** The site map beside the preview: a click shows the page in the preview's language. */
export function PreviewNavigator() {
  const {preview} = usePresentationParams()
  const navigatePreview = usePreviewNavigate()
  const shown = parsePreviewUrl(preview)
  const locale = shown?.locale ?? editorLocale()
  const open = ({route}: {route: Route}) => {
    navigatePreview(sitePath(locale, route))
    showTab('preview')
  }
  return (
    <Card height="fill" overflow="auto">
      <SiteMap
        link={(page, row) => (
          <button onClick={() => open(page)} type="button">
            {row}
          </button>
        )}
        open={open}
        selected={shown && pageId(shown.route)}
      />
    </Card>
  )
}
