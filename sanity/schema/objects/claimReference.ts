import {NumberIcon} from '@sanity/icons/Number'
import {defineType} from 'sanity'
import {figureWithUnit} from '../../claims/claimSentence.ts'
import {firstText} from '../../hasText.ts'
import {hint, label} from '../support/bilingual.ts'
import {previewStatement} from '../support/claimRules.ts'
import {referenceField} from '../support/fieldKinds.ts'
import {editorLanguageFirst} from '../support/previews.ts'

/** A claim quoted in running text: shows its figure with the unit. */
export const claimReference = defineType({
  name: 'claimReference',
  title: label('引用数据', 'Quoted claim'),
  type: 'object',
  icon: NumberIcon,
  fields: [
    referenceField({
      name: 'claim',
      to: 'claim',
      title: label('数据', 'Claim'),
      description: hint(
        '在句子里显示这条数据的数字和单位。',
        'Shows this claim’s figure and unit within the sentence.',
      ),
      required: true,
    }),
  ],
  preview: {
    select: {
      figure: 'claim.figure',
      unit: 'claim.unit.zh',
      unitEn: 'claim.unit.en',
      zh: 'claim.statement.zh',
      en: 'claim.statement.en',
    },
    prepare: ({figure, unit, unitEn, zh, en}) => ({
      title:
        typeof figure === 'number'
          ? figureWithUnit({figure, unit: editorLanguageFirst(unit, unitEn)[0] ?? ''})
          : label('未选择数据', 'No claim chosen'),
      subtitle: editorLanguageFirst(
        previewStatement(zh, figure, unit),
        previewStatement(en, figure, firstText(unitEn, unit)),
      )[0],
    }),
  },
})
