import {Card} from '@sanity/ui'
import {usePresentationParams} from 'sanity/presentation'
import {pageId} from '../../lib/routes.ts'
import {sitePath} from '../../lib/urls.ts'
import {editorLocale} from '../../sanity/schema/support/bilingual.ts'
import {SiteMap} from '../structure/siteMap/SiteMap.tsx'
import {parsePreviewUrl} from './parsePreviewUrl.ts'
import {usePreviewNavigate} from './previewNavigation.ts'

/** The site map beside the preview: a click shows the page in the preview's language. */
export function PreviewNavigator() {
  const {preview} = usePresentationParams()
  const navigatePreview = usePreviewNavigate()
  const shown = parsePreviewUrl(preview)
  const locale = shown?.locale ?? editorLocale()
  return (
    <Card height="fill" overflow="auto">
      <SiteMap
        link={({route}, row) => (
          <button onClick={() => navigatePreview(sitePath(locale, route))} type="button">
            {row}
          </button>
        )}
        open={({route}) => navigatePreview(sitePath(locale, route))}
        selected={shown && pageId(shown.route)}
      />
    </Card>
  )
}
