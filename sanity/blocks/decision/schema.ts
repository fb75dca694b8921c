import {HelpCircleIcon} from '@sanity/icons/HelpCircle'
import {defineField, defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {sectionFields} from '../../schema/support/fieldKinds.ts'
import {blockPreview} from '../../schema/support/previews.ts'

const title = label('试一试', 'Try one decision')

/** One question of a demo scenario, with the system's answers. */
export const decision = defineType({
  name: 'decision',
  title,
  type: 'object',
  icon: HelpCircleIcon,
  fields: [
    ...sectionFields,
    defineField({
      name: 'demo',
      title: label('演示的哪一步', 'Step of the demo'),
      type: 'demoStep',
      description: hint(
        '选一个带选择的步骤：问题和回答都取自演示，改一处即可。',
        'A step with choices: question and answers are those of the demo, so they are written once.',
      ),
      validation: (rule) => rule.required().error(hint('请选择一步。', 'Choose a step.')),
    }),
  ],
  preview: blockPreview(title),
})

export const menu: BlockMenu = {
  group: 'overviews',
  help: label('请读者当场做一个决定，看系统放不放行。', 'Readers make one decision and see what the system answers.'),
}
