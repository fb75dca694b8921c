import {createTranslator, type Messages, type NamespaceKeys, type NestedKeyOf} from 'next-intl'
import type {Locale} from '../lib/locales.ts'
import en from './messages/en.json' with {type: 'json'}
import zh from './messages/zh.json' with {type: 'json'}

const messages: Record<Locale, Messages> = {zh, en}

/**
 * The interface's words in a language; the copy lives in the content lake. For server components: labels that the
 * browser needs travel as props, so that no message file is sent.
 *
 * @example translator('en', 'notFound')('title') // 'This page could not be found'
 */
export function translator<Namespace extends NamespaceKeys<Messages, NestedKeyOf<Messages>>>(
  locale: Locale,
  namespace: Namespace,
) {
  return createTranslator<Messages, Namespace>({locale, messages: messages[locale], namespace})
}

const dateLocales = {zh: 'zh-CN', en: 'en-GB'} as const satisfies Record<Locale, string>

/**
 * Formats days of the vendor's time zone, wherever the server is, and with `timeStyle` their hours, too.
 *
 * @example dateIn('en').format(new Date('2026-11-03T12:00Z')) // '3 November 2026'
 */
export const dateIn = (locale: Locale, time: {timeStyle?: 'short'} = {}) =>
  new Intl.DateTimeFormat(dateLocales[locale], {dateStyle: 'long', ...time, timeZone: 'Asia/Shanghai'})
