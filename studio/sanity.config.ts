import {ActivityIcon} from '@sanity/icons/Activity'
import {zhHansLocale} from '@sanity/locale-zh-hans'
import {visionTool} from '@sanity/vision'
import {defineConfig} from 'sanity'
import {structureTool} from 'sanity/structure'
import {schemaTypes} from '../sanity/schema/index.ts'
import {label} from '../sanity/schema/support/bilingual.ts'
import {documentActions} from './actions/documentActions.ts'
import {ExpiredByTime, useCheckedMenu} from './actions/guardSchedule.tsx'
import {limitFieldActions} from './actions/limitActions.ts'
import {limitNewDocuments, limitTemplates} from './actions/limitNewDocuments.ts'
import {scheduledDraftMenu} from './build/scheduledDraftMenu.ts'
import {enquiriesTool} from './enquiries/enquiriesTool.tsx'
import {StudioToolMenu} from './enquiries/StudioToolMenu.tsx'
import {healthTool} from './health/healthTool.tsx'
import {withValidationPane} from './health/ValidationPane.tsx'
import {guideTool} from './help/guideTool.tsx'
import {DocumentInput} from './inputs/DocumentInput.tsx'
import {withInputs} from './inputs/withInputs.ts'
import {contentConnection} from './lake/contentConnection.ts'
import {setDateLocale} from './language/dateLocale.ts'
import {studioI18n} from './language/studioI18n.ts'
import {nameTimeZone} from './language/timeZone.ts'
import {allowZoom} from './layout/allowZoom.ts'
import {ReleaseLayout} from './layout/ReleaseLayout.tsx'
import {DocumentLayout, StudioLayout} from './layout/StudioLayout.tsx'
import {StudioNavbar} from './layout/StudioNavbar.tsx'
import {peopleTool} from './people/peopleTool.tsx'
import {presentation} from './presentation/presentation.ts'
import {publicationsTool} from './publications/publicationsTool.tsx'
import {reviewsTool} from './reviews/reviewsTool.tsx'
import {limitTools} from './roles/limitTools.ts'
import {mendLatePatches} from './saving/latePatches.ts'
import {defaultDocumentNode, structure} from './structure/structure.ts'
import {pictureSources} from './uploads/pictureSources.ts'

const source = __CONTENT_SOURCE__
const off = {enabled: false}

allowZoom()
setDateLocale()
nameTimeZone()
scheduledDraftMenu.useChecked = useCheckedMenu
scheduledDraftMenu.TimeNotice = ExpiredByTime
mendLatePatches()

export default defineConfig({
  ...contentConnection(source),
  name: 'default',
  title: label('网站内容', 'Site content'),
  icon: ActivityIcon,
  plugins: [
    structureTool({title: label('内容', 'Content'), structure, defaultDocumentNode}),
    presentation(source.siteUrl),
    enquiriesTool(source),
    healthTool(),
    reviewsTool(),
    publicationsTool(source),
    peopleTool(source),
    guideTool(),
    visionTool({defaultApiVersion: source.apiVersion, defaultDataset: source.dataset}),
    zhHansLocale({title: '中文'}),
  ],
  i18n: studioI18n,
  studio: {
    components: {
      layout: StudioLayout,
      navbar: StudioNavbar,
      toolMenu: StudioToolMenu,
      activeToolLayout: ReleaseLayout,
    },
  },
  form: {components: {input: DocumentInput}, image: {assetSources: pictureSources}},
  schema: {types: withInputs(schemaTypes), templates: limitTemplates},
  document: {
    actions: documentActions,
    unstable_fieldActions: limitFieldActions,
    inspectors: withValidationPane,
    newDocumentOptions: limitNewDocuments,
    // Hosted Sanity sells them, and would offer them here.
    comments: {enabled: source.embedded},
    // The embedded lake has nobody who would answer.
    askToEdit: {enabled: !source.embedded},
    components: {unstable_layout: DocumentLayout},
  },
  tools: limitTools,
  releases: {enabled: true},
  scheduledDrafts: {enabled: true},
  tasks: off,
  // The embedded lake has no backend for these.
  scheduledPublishing: off,
  announcements: off,
  mediaLibrary: off,
  apps: {canvas: off},
})
