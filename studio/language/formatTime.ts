import {format} from 'date-fns/format'
import {enUS} from 'date-fns/locale/en-US'
import {editorLocale} from '../../sanity/schema/support/bilingual.ts'

/** Formats a time in the editor's language and time zone, as Sanity's fields for a time of publishing do in English. */
export function formatTime(time: number, language = editorLocale()): string {
  return language === 'zh' ? format(time, 'y年M月d日 HH:mm') : format(time, 'PP HH:mm', {locale: enUS})
}

/** Formats a day, such as `2026-11-03`, in the editor's language; a text that begins with no day is returned as it is. */
export function formatDay(text: string, language = editorLocale()): string {
  const day = new Date(`${text.slice(0, 10)}T00:00`)
  if (Number.isNaN(day.getTime())) return text
  return language === 'zh' ? format(day, 'y年M月d日') : format(day, 'PP', {locale: enUS})
}
