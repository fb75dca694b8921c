import {isObject} from '../lib/json.ts'

/** Neither white space nor a control character, nor one that is never drawn, such as U+200B and those of stega. */
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u

/** Returns whether a string or formatted text shows anything: a blank one stands for a missing one. */
export function hasText(value: unknown): boolean {
  if (typeof value === 'string') return visible.test(value)
  return Array.isArray(value) && value.some(showsAnything)
}

/** Returns the first of some values that is a string and shows anything. */
export function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === 'string' && hasText(value))
}

function showsAnything(item: unknown): boolean {
  if (!isObject(item)) return hasText(item)
  if (!Array.isArray(item.children)) return true
  return item.children.some((child) => isObject(child) && (child._type !== 'span' || hasText(child.text)))
}
