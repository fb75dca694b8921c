import {LinkIcon} from '@sanity/icons/Link'
import {SearchIcon} from '@sanity/icons/Search'
import {defineArrayMember, defineField, defineType} from 'sanity'
import type {BlockMenu} from '../../schema/blockTypes.ts'
import {hint, label} from '../../schema/support/bilingual.ts'
import {captionField, itemsField, plainField, referenceField, sectionFields} from '../../schema/support/fieldKinds.ts'
import {localeField} from '../../schema/support/localeField.ts'
import {bilingualPreview, blockPreview} from '../../schema/support/previews.ts'

const title = label('追到底', 'Trace')

/** A value of a report, and the records that it is traced to. */
export const trace = defineType({
  name: 'trace',
  title,
  type: 'object',
  icon: SearchIcon,
  fields: [
    ...sectionFields,
    referenceField({
      name: 'product',
      to: 'product',
      title: label('产品', 'Product'),
      description: hint('决定线的颜色，可以不选。', 'Decides the colour of the line; optional.'),
    }),
    localeField({
      name: 'report',
      type: 'localeString',
      title: label('报告', 'Report'),
      description: hint(
        '报告的名称和编号；要看得出是示例，如“例-B017”。',
        'Name and number of the report; plainly an example, such as “EX-B017”.',
      ),
      required: true,
      lengths: {zh: 24, en: 50},
    }),
    localeField({
      name: 'item',
      type: 'localeString',
      title: label('测的是什么', 'What was measured'),
      description: hint('数值上方的一行。', 'The line above the value.'),
      required: true,
      lengths: {zh: 20, en: 44},
    }),
    plainField({
      name: 'value',
      title: label('数值', 'Value'),
      description: hint('报告上的数，读者点的就是它。', 'The figure of the report: what readers tap.'),
    }),
    localeField({
      name: 'unit',
      type: 'localeString',
      title: label('单位', 'Unit'),
      description: hint('数值后面的单位，可以不填。', 'The unit after the value; optional.'),
      lengths: {zh: 8, en: 12},
    }),
    defineField({
      name: 'rows',
      title: label('报告上的其他行', 'Other lines of the report'),
      type: 'array',
      of: [defineArrayMember({type: 'screenRow'})],
      description: hint('每行两格，最多 5 行，可以不填。', 'Two cells per line, five at most; optional.'),
      validation: (rule) => rule.max(5).error(hint('最多 5 行。', 'Five lines at most.')),
    }),
    localeField({
      name: 'prompt',
      type: 'localeString',
      title: label('提示', 'Prompt'),
      description: hint('数值下方，请读者点它。', 'Below the value: asks readers to tap it.'),
      required: true,
      lengths: {zh: 16, en: 40},
    }),
    itemsField({
      name: 'chain',
      of: 'traceStep',
      min: 2,
      max: 7,
      title: label('追溯链', 'Chain'),
      description: hint(
        '从数值往回追，一环一环，2 到 7 环。',
        'Back from the value, one record after the other, 2 to 7 of them.',
      ),
    }),
    localeField({
      name: 'verdict',
      type: 'localeString',
      title: label('结论', 'Conclusion'),
      description: hint('追到最后一环时显示，可以不填。', 'Shown when the last record is reached; optional.'),
      lengths: {zh: 30, en: 70},
    }),
    captionField,
  ],
  preview: blockPreview(title, 'chain'),
})

/** One record that a reported value is traced to. */
const traceStep = defineType({
  name: 'traceStep',
  title: label('追溯的一环', 'Record in a trace'),
  type: 'object',
  icon: LinkIcon,
  fields: [
    localeField({
      name: 'kind',
      type: 'localeString',
      title: label('是什么', 'Kind'),
      description: hint('记录的种类，如“原始记录”“校准”。', 'The kind of record, such as “Calibration”.'),
      required: true,
      lengths: {zh: 8, en: 24},
    }),
    localeField({
      name: 'title',
      type: 'localeString',
      title: label('哪一份', 'Which one'),
      description: hint(
        '编号或名称；只写看得出是示例的内容，如“例-001”。',
        'Its number or name; only what is plainly an example, such as “EX-001”.',
      ),
      required: true,
      lengths: {zh: 24, en: 44},
    }),
    localeField({
      name: 'detail',
      type: 'localeString',
      title: label('上面写着什么', 'What it says'),
      description: hint('一行：时间、读数、批准。', 'One line: time, reading, approval.'),
      required: true,
      lengths: {zh: 30, en: 70},
    }),
    localeField({
      name: 'state',
      type: 'localeString',
      title: label('状态', 'State'),
      description: hint('如“有效”“已批准”，可以不填。', 'Such as “Valid”; optional.'),
      lengths: {zh: 6, en: 14},
    }),
  ],
  preview: bilingualPreview('kind', {below: 'title'}),
})

/** Types of the objects that only this block holds. */
export const objects = [traceStep]

export const menu: BlockMenu = {
  group: 'diagrams',
  help: label(
    '报告上的一个数，点一下，逐环追到记录、设备、校准和人。首页的第一个显示在页首。',
    'A reported value that readers trace to record, device, calibration and person. The home page shows its first one at the top.',
  ),
}
