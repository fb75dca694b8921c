import {NumberIcon} from '@sanity/icons/Number'
import {defineField, defineType} from 'sanity'
import {firstText} from '../../hasText.ts'
import {hint, label} from '../support/bilingual.ts'
import {
  claimFigure,
  noPlaceholderEvidence,
  notExpired,
  previewStatement,
  readableFigure,
  reviewNotDue,
  statementMatchesFigure,
} from '../support/claimRules.ts'
import {localeField} from '../support/localeField.ts'
import {editorLanguageFirst} from '../support/previews.ts'
import {noCopyMark} from '../support/scenarioRules.ts'

const statement = localeField({
  name: 'statement',
  type: 'localeText',
  group: 'shown',
  title: label('完整说法', 'Statement'),
  description: hint(
    '包含范围和条件的完整句子。在数字的位置写 {figure}（数字和单位）或 {number}（只有数字），它会随上面的数字变化。',
    'The full sentence, with its scope and conditions. Where the figure belongs write {figure} (number and unit) or {number} (number alone): it follows the figure above.',
  ),
  required: true,
  lengths: {zh: 100, en: 240},
  rules: (rule) => [
    rule.custom(noCopyMark),
    rule.custom(statementMatchesFigure('error')),
    rule.custom(statementMatchesFigure('warning')).warning(),
  ],
})

/** Shown below the figure once it is filled; the launch check names claims without. */
const proof = {type: 'localeString', group: 'shown', lengths: {zh: 60, en: 140}} as const

/** A figure with its evidence, quoted by reference. */
export const claim = defineType({
  name: 'claim',
  title: label('数据', 'Claim'),
  type: 'document',
  icon: NumberIcon,
  groups: [
    {name: 'shown', title: label('页面显示', 'Shown to visitors'), default: true},
    {name: 'internal', title: label('内部依据', 'Internal evidence')},
  ],
  fields: [
    defineField({
      name: 'figure',
      title: label('数字', 'Figure'),
      type: 'number',
      group: 'shown',
      description: hint(
        '只填数字；修改后，引用它的页面全部更新。',
        'The number alone; when it changes, every page that quotes it follows.',
      ),
      validation: (rule) => [
        rule.required().error(hint('请填写数字。', 'Enter the figure.')),
        rule.custom(readableFigure),
      ],
    }),
    defineField({
      name: 'comparator',
      title: label('比较方式', 'Comparison'),
      type: 'string',
      group: 'shown',
      description: hint('数字怎么读，如“不少于”。', 'How to read the figure, such as “at least”.'),
      options: {
        list: [
          {title: label('正好', 'Exactly'), value: 'exactly'},
          {title: label('不少于（≥）', 'At least (≥)'), value: 'atLeast'},
          {title: label('不多于（≤）', 'At most (≤)'), value: 'atMost'},
          {title: label('超过（+）', 'More than (+)'), value: 'moreThan'},
          {title: label('缩短或减少（−）', 'Reduced by (−)'), value: 'lessBy'},
        ],
        layout: 'radio',
      },
      validation: (rule) => rule.required().error(hint('请选择比较方式。', 'Choose how to read the figure.')),
    }),
    localeField({
      name: 'unit',
      type: 'localeString',
      group: 'shown',
      title: label('单位', 'Unit'),
      description: hint('紧跟数字，如 %、年。', 'Follows the figure, such as % or years.'),
      required: true,
      lengths: {zh: 6, en: 14},
    }),
    statement,
    localeField({
      ...proof,
      name: 'method',
      title: label('怎么测的', 'How it was measured'),
      description: hint('用什么办法得出这个数字。', 'The method behind the figure.'),
    }),
    localeField({
      ...proof,
      name: 'sample',
      title: label('对象和数量', 'On whom, and how many'),
      description: hint('测了谁、测了多少。', 'Who or what was measured, and how many.'),
    }),
    defineField({
      name: 'measured',
      title: label('测量日期', 'Measured on'),
      type: 'date',
      group: 'shown',
      description: hint('数字是哪一天得出的。', 'The day on which the figure was obtained.'),
    }),
    defineField({
      name: 'source',
      title: label('来源', 'Source'),
      type: 'string',
      group: 'internal',
      description: hint('数字从哪里来，不会公开。', 'Where the figure comes from; never shown to visitors.'),
      validation: (rule) => [
        rule
          .required()
          .error(
            hint('请写明来源：没有来源的数字不能发布。', 'Name the source: a figure without one cannot be published.'),
          ),
        rule.custom(noPlaceholderEvidence).warning(),
      ],
    }),
    defineField({
      name: 'owner',
      title: label('负责人', 'Owner'),
      type: 'string',
      group: 'internal',
      description: hint(
        '由谁确认这个数字仍然成立，不会公开。',
        'Who confirms that the figure still holds; never shown to visitors.',
      ),
      validation: (rule) => [
        rule
          .required()
          .error(
            hint(
              '请填写负责人：没有负责人的数字不能发布。',
              'Name the owner: a figure without one cannot be published.',
            ),
          ),
        rule.custom(noPlaceholderEvidence).warning(),
      ],
    }),
    defineField({
      name: 'reviewDate',
      title: label('复核日期', 'Review date'),
      type: 'date',
      group: 'internal',
      description: hint(
        '到这一天之前要再确认一次，按北京时间。',
        'The figure must be confirmed again by this day, in China.',
      ),
      validation: (rule) => [
        rule.required().error(hint('请选择复核日期。', 'Choose the review date.')),
        rule.custom(reviewNotDue).warning(),
      ],
    }),
    defineField({
      name: 'expiryDate',
      title: label('有效期至', 'Expiry date'),
      type: 'date',
      group: 'internal',
      description: hint(
        '过了这一天（北京时间），这个数字就不能再发布；已经发布的页面继续显示它，并在这里和健康检查中标为过期。',
        'After this day has ended in China the figure can no longer be published. Pages that are already published go on showing it, and it is marked as expired here and in the health check.',
      ),
      validation: (rule) => [
        rule.required().error(hint('请选择有效期。', 'Choose the expiry date.')),
        rule.custom(notExpired),
      ],
    }),
  ],
  orderings: [
    {title: label('复核日期', 'Review date'), name: 'byReviewDate', by: [{field: 'reviewDate', direction: 'asc'}]},
  ],
  preview: {
    select: {
      figure: 'figure',
      comparator: 'comparator',
      unit: 'unit.zh',
      unitEn: 'unit.en',
      title: 'statement.zh',
      subtitle: 'statement.en',
    },
    prepare: ({figure, comparator, unit, unitEn, title: zh, subtitle: en}) => ({
      title: claimFigure({figure, comparator, unit: editorLanguageFirst(unit, unitEn)[0]}),
      subtitle: editorLanguageFirst(
        previewStatement(zh, figure, unit),
        previewStatement(en, figure, firstText(unitEn, unit)),
      )[0],
    }),
  },
})
