import {presentationTool} from 'sanity/presentation'
import {sitePath, withBasePath} from '../../lib/urls.ts'
import {editorLocale} from '../../sanity/schema/editorLocale.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {locations} from './locations.ts'
import {mainDocuments} from './mainDocuments.ts'
import {PreviewHeader} from './PreviewHeader.tsx'
import {PreviewNavigator} from './PreviewNavigator.tsx'

/** The preview beside the form: the site in draft mode, where a click on a text opens its field. */
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
