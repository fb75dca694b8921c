import {format} from 'date-fns/format'
import {enUS} from 'date-fns/locale/en-US'
import {editorLocale} from '../../sanity/schema/support/bilingual.ts'

/** Formats a time in the editor's language and time zone, as Sanity's fields for a time of publishing do in English. */
export function formatTime(time: number, language = editorLocale()): string {
  return language === 'zh' ? format(time, 'y年M月d日 HH:mm') : format(time, 'PP HH:mm', {locale: enUS})
}
