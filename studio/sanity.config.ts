import {ActivityIcon} from '@sanity/icons/Activity'
import {visionTool} from '@sanity/vision'
import {defineConfig} from 'sanity'
import {structureTool} from 'sanity/structure'
import {limitActions} from './actions/limitActions.ts'
import {limitNewDocuments, limitTemplates} from './actions/limitNewDocuments.ts'
import {contentConnection} from './lake/contentConnection.ts'
import {presentation} from './presentation/presentation.ts'
import {schemaTypes} from './schema/index.ts'
import {label} from './schema/support/bilingual.ts'
import {structure} from './structure/structure.ts'

const source = __CONTENT_SOURCE__
const off = {enabled: false}

export default defineConfig({
  ...contentConnection(source),
  name: 'default',
  title: label('网站内容', 'Site content'),
  icon: ActivityIcon,
  plugins: [
    structureTool({title: label('内容', 'Content'), structure}),
    presentation(source.siteUrl),
    visionTool({defaultApiVersion: source.apiVersion, defaultDataset: source.dataset}),
  ],
  schema: {types: schemaTypes, templates: limitTemplates},
  document: {actions: limitActions, newDocumentOptions: limitNewDocuments, comments: off},
  // What the embedded lake has no backend for, and one marketing site has no need of.
  tasks: off,
  scheduledPublishing: off,
  scheduledDrafts: off,
  releases: off,
  announcements: off,
  mediaLibrary: off,
  apps: {canvas: off},
})
