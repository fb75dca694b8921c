import {UsersIcon} from '@sanity/icons/Users'
import {defineArrayMember, defineField, defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {captionField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {fiveRolesAtMost, stepsHaveRoles} from '../../schema/support/listRules.ts'
import {blockPreview} from '../../schema/support/previews.ts'

const title = label('角色泳道', 'Role lanes')

/** Steps in order, each in the lane of its role. */
export const lanes = defineType({
  name: 'lanes',
  title,
  type: 'object',
  icon: UsersIcon,
  fields: [
    ...sectionFields,
    defineField({
      name: 'steps',
      title: label('步骤', 'Steps'),
      type: 'array',
      description: hint(
        '按先后顺序，3 到 8 步，每一步选一个角色；泳道由角色自动排出，最多五条。',
        'In order, 3 to 8 of them, each with its role; the lanes come from the roles, five at most.',
      ),
      of: [defineArrayMember({type: 'flowStep'})],
      validation: (rule) => [
        rule.required().min(3).max(8).error(hint('请写 3 到 8 步。', 'Write 3 to 8 steps.')),
        rule.custom(stepsHaveRoles),
        rule.custom(fiveRolesAtMost).warning(),
      ],
    }),
    captionField,
  ],
  preview: blockPreview(title, 'steps'),
})

export const menu: BlockMenu = {
  group: 'diagrams',
  help: label(
    '几个角色接力完成一件事，要看清谁做哪一步。',
    'When several roles hand work on and it matters who does which step.',
  ),
}
