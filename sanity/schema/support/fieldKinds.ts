import {type CustomValidatorResult, defineArrayMember, defineField, type FieldDefinition} from 'sanity'
import {hasText} from '../../hasText.ts'
import {hint, label} from './bilingual.ts'
import {localeField, noPlaceholder, noSample} from './localeField.ts'

interface PlainFieldOptions {
  name: string
  title: string
  description: string
  group?: string
}

const notFilledIn = hint('请填写这一项。', 'Fill this in.')

/** A required line of text that is the same in both languages, such as a phone number. */
export function plainField(field: PlainFieldOptions) {
  return defineField({
    ...field,
    type: 'string',
    validation: (rule) => [
      rule.required().error(notFilledIn),
      // Sanity takes a blank for a text.
      rule.custom((text) => text === undefined || text === '' || hasText(text) || notFilledIn),
      rule.custom(noPlaceholder).warning(),
      rule.custom(noSample),
    ],
  })
}

interface NumberFieldOptions {
  name: string
  title: string
  description: string
  min: number
  max: number
  required?: boolean
  /** Integers only. */
  whole?: boolean
}

/** A number between two limits. */
export function numberField({min, max, required, whole, ...field}: NumberFieldOptions): FieldDefinition {
  const message = hint(`请填写 ${min} 到 ${max} 的数。`, `Enter a number from ${min} to ${max}.`)
  return defineField({
    ...field,
    type: 'number',
    validation: (rule) => {
      const within = (whole ? rule.integer() : rule).min(min).max(max).error(message)
      return required ? [rule.required().error(message), within] : within
    },
  })
}

const wholeFromZero = hint('请填写一个不小于 0 的整数。', 'Enter a whole number, 0 or more.')

/** Position of a document among those of its type. */
export const orderField = defineField({
  name: 'order',
  title: label('顺序', 'Order'),
  type: 'number',
  description: hint('数字小的排在前面。', 'Lower numbers come first.'),
  // Two rules: with one, an empty field would be reported for each of its conditions.
  validation: (rule) => [rule.required().error(wholeFromZero), rule.integer().min(0).error(wholeFromZero)],
})

/** Ordering by `orderField`, for document lists. */
export const byOrder = {
  title: label('顺序', 'Order'),
  name: 'byOrder',
  by: [{field: 'order', direction: 'asc' as const}],
}

/** How a drawing marks one of its parts. Required in state diagrams only. */
export function toneField({required}: {required: boolean}) {
  return defineField({
    name: 'tone',
    title: label('性质', 'Kind'),
    type: 'string',
    description: hint('决定图中这一项的画法。', 'Decides how the picture draws this.'),
    options: {
      list: [
        {title: label('正常进行', 'Active'), value: 'active'},
        {title: label('等待处理', 'Waiting'), value: 'waiting'},
        {title: label('已结束', 'Ended'), value: 'ended'},
      ],
      layout: 'radio',
    },
    initialValue: 'active',
    validation: (rule) => (required ? rule.required().error(hint('请选择一种性质。', 'Choose a kind.')) : rule),
  })
}

/** The line below a diagram. */
export const captionField = localeField({
  name: 'caption',
  type: 'localeString',
  title: label('图注', 'Caption'),
  description: hint(
    '写在图下方，编号会自动加上，可以不填。',
    'Written below the figure, which is numbered automatically; optional.',
  ),
  lengths: {zh: 40, en: 100},
})

interface ItemsFieldOptions {
  name: string
  title: string
  description: string
  /** The name of the object type that the list holds. */
  of: string
  min?: number
  max?: number
  /** A rule for the list as a whole. */
  check?: (items: unknown) => CustomValidatorResult
}

/** A list of objects of one type, at least `min` (default 1) of them. */
export function itemsField({of, min = 1, max, check, ...field}: ItemsFieldOptions): FieldDefinition {
  return defineField({
    ...field,
    type: 'array',
    of: [defineArrayMember({type: of})],
    validation: (rule) => [
      rule
        .required()
        .min(min)
        .error(hint(`请至少添加 ${min} 项。`, `Add at least ${min}.`)),
      ...(max
        ? [rule.max(max).error(hint(`最多 ${max} 项，请合并或删减。`, `At most ${max}: merge or remove some.`))]
        : []),
      ...(check ? [rule.custom(check)] : []),
    ],
  })
}

interface ReferenceFieldOptions {
  name: string
  title: string
  description: string
  /** The document type that the field points at. */
  to: string
  required?: boolean
  group?: string
}

/** A reference to a document of one type. */
export function referenceField({to, required, ...field}: ReferenceFieldOptions): FieldDefinition {
  return defineField({
    ...field,
    type: 'reference',
    to: [{type: to}],
    validation: (rule) => (required ? rule.required().error(hint('请选择一项。', 'Choose one.')) : rule),
  })
}

interface ReferencesFieldOptions {
  name: string
  title: string
  description: string
  /** The document type that the list points at. */
  to: string
  group?: string
}

/** A list of documents, each at most once, at least one. */
export function referencesField({to, ...field}: ReferencesFieldOptions): FieldDefinition {
  return defineField({
    ...field,
    type: 'array',
    of: [defineArrayMember({type: 'reference', to: [{type: to}]})],
    validation: (rule) => [
      rule.required().min(1).error(hint('请至少选择一项。', 'Choose at least one.')),
      rule
        .unique()
        .error(hint('同一项只需选择一次，请删去重复的。', 'Each is needed only once: remove the duplicate.')),
    ],
  })
}

/** Optional heading and introduction of every block. */
export const sectionFields = [
  localeField({
    name: 'heading',
    type: 'localeString',
    title: label('小标题', 'Heading'),
    description: hint('这一段的标题，可以不填。', 'The heading of this section; optional.'),
    lengths: {zh: 30, en: 80},
  }),
  localeField({
    name: 'intro',
    type: 'localeText',
    title: label('引言', 'Introduction'),
    description: hint('小标题下面的一两句话，可以不填。', 'One or two sentences below the heading; optional.'),
    lengths: {zh: 160, en: 320},
  }),
]

/** Optional link below a block. */
export const nextField = defineField({
  name: 'next',
  title: label('接下来', 'Next step'),
  type: 'link',
  description: hint('这一段下面的链接，可以不填。', 'A link below this section; optional.'),
})

/** Blocks that are drawings. */
const drawings = ['screen', 'flow', 'states', 'comparison', 'timeline'] as const

interface DrawingFieldOptions {
  title: string
  description: string
  group?: string
  required?: boolean
}

/** One drawing of any kind, edited like the block of its type. */
export function drawingField({required, ...field}: DrawingFieldOptions): FieldDefinition {
  return defineField({
    ...field,
    name: 'picture',
    type: 'array',
    of: drawings.map((type) => defineArrayMember({type})),
    validation: (rule) => [
      rule.max(1).error(hint('这里只放一张图，请删去多余的。', 'One picture only: remove the others.')),
      ...(required ? [rule.required().min(1).error(hint('请添加一张图。', 'Add a picture.'))] : []),
    ],
  })
}

/** Text alternative of a drawing. */
export const alternativeField = localeField({
  name: 'alternative',
  type: 'localeText',
  title: label('文字说明', 'Text alternative'),
  description: hint(
    '用文字讲完整张图，供看不到图的人使用。',
    'Describes the whole diagram in words, for people who cannot see it.',
  ),
  required: true,
  lengths: {zh: 300, en: 700},
})
