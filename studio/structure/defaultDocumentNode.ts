import {EditIcon} from '@sanity/icons/Edit'
import {LinkIcon} from '@sanity/icons/Link'
import type {DefaultDocumentNodeResolver} from 'sanity/structure'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {UsedOn} from './UsedOn.tsx'

/** Types that several pages may show. A claim's form lists its pages itself. */
const shared = new Set(['role', 'productModule', 'product', 'capability'])

/** Views of a document: its form and, for shared types, the pages that show it. */
export const defaultDocumentNode: DefaultDocumentNodeResolver = (S, {schemaType}) => {
  const form = S.view.form().title(label('编辑', 'Edit')).icon(EditIcon)
  if (!shared.has(schemaType)) return S.document().views([form])
  const usedOn = S.view.component(UsedOn).id('usedOn').title(label('用在哪里', 'Used on')).icon(LinkIcon)
  return S.document().views([form, usedOn])
}
