import {ComponentIcon} from '@sanity/icons/Component'
import {defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {referencesField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {blockPreview} from '../../schema/support/previews.ts'

const title = label('相关模块', 'Related modules')

/** Links to related modules. */
export const relatedModules = defineType({
  name: 'relatedModules',
  title,
  type: 'object',
  icon: ComponentIcon,
  fields: [
    ...sectionFields,
    referencesField({
      name: 'modules',
      to: 'productModule',
      title: label('模块', 'Modules'),
      description: hint('读者接下来可能想看的模块。', 'Modules that the reader may want next.'),
    }),
  ],
  preview: blockPreview(title, 'modules'),
})

export const menu: BlockMenu = {
  group: 'overviews',
  help: label('放在功能页面结尾，引到相关的模块。', 'At the end of a feature page, to lead to related modules.'),
}
