import {LaunchIcon} from '@sanity/icons/Launch'
import {defineField, defineType} from 'sanity'
import {hint, label} from '../support/bilingual.ts'
import {requireExternalUrl} from '../support/requireExternalUrl.ts'

/** A link in running text that leaves the site. */
export const externalLink = defineType({
  name: 'externalLink',
  title: label('站外链接', 'Link to another site'),
  type: 'object',
  icon: LaunchIcon,
  fields: [
    defineField({
      name: 'href',
      title: label('网址', 'Address'),
      type: 'url',
      description: hint(
        '以 https:// 开头的完整网址，或 mailto: 地址。',
        'The full address, beginning with https://, or a mailto: address.',
      ),
      validation: (rule) => [
        rule
          .required()
          .uri({scheme: ['https', 'http', 'mailto']})
          .error(hint('请填写以 https:// 开头的完整网址。', 'Enter the full address, beginning with https://.')),
        rule.custom(requireExternalUrl),
      ],
    }),
  ],
  preview: {select: {title: 'href'}},
})
