import {type CustomValidatorResult, defineField, type FieldDefinition, type Rule, type ValidationContext} from 'sanity'
import {hasPlaceholder} from '../../health/placeholders.ts'
import {hint} from './bilingual.ts'

const message = hint(
  '这里还是占位内容，发布到正式网站前请换成真实信息。',
  'This is still a placeholder: replace it with the real information before the site goes live.',
)

/** A custom rule for `.warning()`: says that the value is a placeholder. */
export function noPlaceholder(value: unknown): true | string {
  return hasPlaceholder(value) ? message : true
}

const chineseMissing = hint(
  '请填写中文：中文是默认语言，也是缺少英文时的替代。',
  'Write the Chinese text: it is the default language and stands in where English is missing.',
)
const englishMissing = hint(
  '还没有英文：英文页面会显示中文，请补上英文。',
  'There is no English yet: English pages show the Chinese text. Please add the English.',
)

/** Has this half of a locale object any content? Text of blanks only counts as none. */
function isFilled(value: unknown): boolean {
  return typeof value === 'string' ? value.trim() !== '' : Array.isArray(value) && value.length > 0
}

function half(value: unknown, locale: 'zh' | 'en'): unknown {
  return typeof value === 'object' && value !== null && locale in value ? Reflect.get(value, locale) : undefined
}

/** The Studio leaves an empty object behind when both languages are cleared: that is the same as no value. */
export function isEmptyLocale(value: unknown): boolean {
  return !isFilled(half(value, 'zh')) && !isFilled(half(value, 'en'))
}

/** What these rules use of a field's rule; those of all field types share it. */
interface PresenceRule<Self> {
  required: () => Self
  error: (message?: string) => Self
}

/**
 * The rule of the Chinese half: required, unless the whole object is empty and the field itself is optional.
 * Without a context it is asked by the schema extraction, for which Chinese is always there.
 */
export function chineseRequired<Rule extends PresenceRule<Rule>>(rule: Rule, context?: ValidationContext): Rule {
  const parent = context?.parent
  return parent !== undefined && isEmptyLocale(parent) ? rule : rule.required().error(chineseMissing)
}

/** The rule of a locale field that must be filled in: points at the Chinese half when the object is there but empty. */
function chineseGiven(value: unknown): CustomValidatorResult {
  return value !== undefined && isEmptyLocale(value) ? {message: chineseMissing, path: ['zh']} : true
}

/** The rule of the English half, for `.warning()`. */
export function englishExpected(value: unknown, context: ValidationContext): true | string {
  return isFilled(half(context.parent, 'zh')) && !isFilled(value) ? englishMissing : true
}

/** A rule for `.warning()` on a locale field: no half is longer than its space allows. */
function withinLengths(limits: {zh: number; en: number}) {
  return (value: unknown): CustomValidatorResult => {
    for (const locale of ['zh', 'en'] as const) {
      const text = half(value, locale)
      const limit = limits[locale]
      if (typeof text === 'string' && text.length > limit) {
        const message = hint(
          `现在有 ${text.length} 个字符，请缩短到 ${limit} 个以内。`,
          `${text.length} characters: shorten this to ${limit} at most.`,
        )
        return {message, path: [locale]}
      }
    }
    return true
  }
}

interface LocaleFieldOptions {
  name: string
  type: 'localeString' | 'localeText' | 'localeBlocks'
  title: string
  description: string
  /** Must the Chinese be there? English is only ever expected. */
  required?: boolean
  /** The most characters that read well where the text is shown. */
  lengths?: {zh: number; en: number}
  /** Rules besides those that all of them share. */
  rules?: (rule: Rule) => Rule[]
  group?: string
  fieldset?: string
}

const missing = hint('请填写这一项，至少写中文。', 'Fill this in, in Chinese at least.')

/** A field with a text in both languages, with the rules that all of them share. */
export function localeField({required, lengths, rules, ...field}: LocaleFieldOptions): FieldDefinition {
  return defineField({
    ...field,
    validation: (rule) => [
      ...(required ? [rule.required().error(missing), rule.custom(chineseGiven)] : []),
      ...(lengths ? [rule.custom(withinLengths(lengths)).warning()] : []),
      ...(rules?.(rule) ?? []),
    ],
  })
}
