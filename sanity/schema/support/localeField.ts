import {defineField, type FieldDefinition, type Rule} from 'sanity'
import {hint} from './bilingual.ts'
import {chineseGiven, withinLengths} from './localeRules.ts'

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
