import {type CustomValidatorResult, defineField, type FieldDefinition, type Rule, type ValidationContext} from 'sanity'
import {locales} from '../../../lib/locales.ts'
import {hasSample} from '../../blocks/samples.ts'
import {hasText} from '../../hasText.ts'
import {hasPlaceholder} from '../../health/placeholders.ts'
import {hint} from './bilingual.ts'

const message = hint(
  '这里还是占位内容，上线之前请换成真实信息。',
  'This is still a placeholder: replace it with the real information before the site goes live.',
)

/**
 * Options of a text in both languages: never collapsed, as Sanity does with fields three levels deep, such as a
 * picture's text.
 */
export const alwaysOpen = {collapsible: false}

/** Rule for `.warning()`: no placeholder. */
export function noPlaceholder(value: unknown): true | string {
  return hasPlaceholder(value) ? message : true
}

const sample = hint('这是示例文字，请改写。', 'This is sample text: replace it.')

/** Rule: not the sample that a new block starts with. */
export function noSample(value: unknown): true | string {
  return hasSample(value) ? sample : true
}

/** More than any line of the site needs: only a paste into the wrong field is longer. */
const longestLine = 300

/** Rule for one line of text: not a whole text, pasted by mistake. */
export function isOneLine(value: unknown): true | string {
  return typeof value === 'string' && value.length > longestLine
    ? hint(
        `这里只写一行，现在有 ${value.length} 个字符：请缩短到 ${longestLine} 个以内。`,
        `This field takes one line, and the text has ${value.length} characters: shorten it to ${longestLine} at most.`,
      )
    : true
}

const chineseMissing = hint(
  '请填写中文：中文是默认语言，也是缺少英文时的替代。',
  'Write the Chinese text: it is the default language and stands in where English is missing.',
)
const englishMissing = hint(
  '还没有英文：英文页面会显示中文，请补上英文。',
  'There is no English yet: English pages show the Chinese text. Please add the English.',
)

function textIn(value: unknown, locale: 'zh' | 'en'): unknown {
  return typeof value === 'object' && value !== null && locale in value ? Reflect.get(value, locale) : undefined
}

/** Returns whether a locale object is empty. The Studio leaves an empty object behind when both languages are cleared. */
export function isEmptyLocale(value: unknown): boolean {
  return !hasText(textIn(value, 'zh')) && !hasText(textIn(value, 'en'))
}

/** The common part of all field types' rules. */
interface TextRule<Self> {
  required: () => Self
  error: (message?: string) => Self
  warning: () => Self
  custom: (check: (value: unknown, context: ValidationContext) => true | string) => Self
}

/**
 * Rules for the Chinese text: required, and not blank, unless the whole object is empty, and no placeholder or sample. The schema
 * extraction passes no context; for it Chinese is always required.
 */
export function chineseRules<Rule extends TextRule<Rule>>(rule: Rule, context?: ValidationContext): Rule[] {
  const parent = context?.parent
  return [
    parent !== undefined && isEmptyLocale(parent) ? rule : rule.required().error(chineseMissing),
    rule.custom(noBlankChinese),
    rule.custom(noPlaceholder).warning(),
    rule.custom(noSample),
  ]
}

/** Rules for the English text: present if there is Chinese, and no placeholder or sample. */
export function englishRules<Rule extends TextRule<Rule>>(rule: Rule): Rule[] {
  return [rule.custom(warnMissingEnglish).warning(), rule.custom(noPlaceholder).warning(), rule.custom(noSample)]
}

/** Rule: not blank where there is English. Sanity takes blanks, and formatted text without a paragraph, for a text. */
function noBlankChinese(value: unknown, {parent}: ValidationContext): true | string {
  const isMissing = value === undefined || value === ''
  return isMissing || hasText(value) || isEmptyLocale(parent) || chineseMissing
}

/** Rule for a required locale field: marks the Chinese text if the object is empty. */
function chineseInRequiredField(value: unknown): CustomValidatorResult {
  return value !== undefined && isEmptyLocale(value) ? {message: chineseMissing, path: ['zh']} : true
}

/** Rule for `.warning()` on the English text: present if there is Chinese. */
function warnMissingEnglish(value: unknown, context: ValidationContext): true | string {
  return hasText(textIn(context.parent, 'zh')) && !hasText(value) ? englishMissing : true
}

/** Rule for `.warning()` on a locale field: neither text is longer than its limit. */
function withinLengths(limits: {zh: number; en: number}) {
  return (value: unknown): CustomValidatorResult => {
    const tooLong = locales.flatMap((locale) => {
      const text = textIn(value, locale)
      const limit = limits[locale]
      if (typeof text !== 'string' || text.length <= limit) return []
      const message = hint(
        `现在有 ${text.length} 个字符，请缩短到 ${limit} 个以内。`,
        `${text.length} characters: shorten this to ${limit} at most.`,
      )
      return [{message, path: [locale]}]
    })
    return tooLong.length > 0 ? tooLong : true
  }
}

interface LocaleFieldOptions {
  name: string
  type: 'localeString' | 'localeText' | 'localeBlocks'
  title: string
  description: string
  /** Requires the Chinese; missing English is always a warning only. */
  required?: boolean
  /** Maximum lengths, in UTF-16 code units; longer texts are a warning. */
  lengths?: {zh: number; en: number}
  /** Additional rules. */
  rules?: (rule: Rule) => Rule[]
  group?: string
  fieldset?: string
}

const missing = hint('请填写这一项，至少写中文。', 'Fill this in, in Chinese at least.')

/** A locale object with the common rules. */
export function localeField({required, lengths, rules, ...field}: LocaleFieldOptions): FieldDefinition {
  return defineField({
    ...field,
    validation: (rule) => [
      ...(required ? [rule.required().error(missing), rule.custom(chineseInRequiredField)] : []),
      ...(lengths ? [rule.custom(withinLengths(lengths)).warning()] : []),
      ...(rules?.(rule) ?? []),
    ],
  })
}
