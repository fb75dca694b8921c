import {enUS} from 'date-fns/locale/en-US'
import {zhCN} from 'date-fns/locale/zh-CN'
import {setDefaultOptions} from 'date-fns/setDefaultOptions'
import {editorLocale} from '../../sanity/schema/support/bilingual.ts'

/** Weekday, date and time. Sanity's own wording is a weekday without a date, or from a week on a date without a time. */
const formatRelative = {zh: () => 'y年M月d日 EEE HH:mm', en: () => 'EEE PP HH:mm'}

const locales = {
  zh: {...zhCN, formatLong: {...zhCN.formatLong, time: () => 'HH:mm'}, formatRelative: formatRelative.zh},
  en: {...enUS, formatRelative: formatRelative.en},
}

/**
 * Sets the language in which Sanity writes and reads the times of scheduled drafts and releases: it passes no locale to
 * date-fns, whose default is English.
 */
export function setDateLocale(language = editorLocale()): void {
  setDefaultOptions({locale: locales[language]})
}
