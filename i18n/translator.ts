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
