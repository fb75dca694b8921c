import {EditIcon} from '@sanity/icons/Edit'
import {LinkIcon} from '@sanity/icons/Link'
import type {DefaultDocumentNodeResolver} from 'sanity/structure'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {UsedOn} from './usedOn/UsedOn.tsx'

/** Documents that several pages may show: a change to one changes them all. A claim's form lists its pages itself. */
const shared = new Set(['role', 'productModule', 'product', 'capability'])

/** What stands beside a document's form: for what pages share, the pages that show it. */
export const documentNode: DefaultDocumentNodeResolver = (S, {schemaType}) => {
  const form = S.view.form().title(label('编辑', 'Edit')).icon(EditIcon)
  if (!shared.has(schemaType)) return S.document().views([form])
  const usedOn = S.view.component(UsedOn).id('usedOn').title(label('用在哪里', 'Used on')).icon(LinkIcon)
  return S.document().views([form, usedOn])
}
