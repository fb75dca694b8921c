import {Card} from '@sanity/ui'
import {usePresentationParams} from 'sanity/presentation'
import {pageId} from '../../lib/routes.ts'
import {sitePath} from '../../lib/urls.ts'
import {editorLocale} from '../../sanity/schema/support/bilingual.ts'
import {SiteMap} from '../structure/siteMap/SiteMap.tsx'
import {previewedPage} from './previewedPage.ts'
import {useShowPage} from './useShowPage.ts'

/** The site map beside the preview: a click shows the page, in the language that is being previewed. */
export function PreviewNavigator() {
  const {preview} = usePresentationParams()
  const showPage = useShowPage()
  const shown = previewedPage(preview)
  const locale = shown?.locale ?? editorLocale()
  return (
    <Card height="fill" overflow="auto">
      <SiteMap
        link={({route}, row) => (
          <button onClick={() => showPage(sitePath(locale, route))} type="button">
            {row}
          </button>
        )}
        open={({route}) => showPage(sitePath(locale, route))}
        selected={shown && pageId(shown.route)}
      />
    </Card>
  )
}
