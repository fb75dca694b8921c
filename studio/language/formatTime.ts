import {editorLocale} from '../../sanity/schema/support/bilingual.ts'

/** Formats a time in the editor's language and time zone. */
export function formatTime(time: number): string {
  const locale = editorLocale() === 'zh' ? 'zh-CN' : 'en-GB'
  return new Date(time).toLocaleString(locale, {dateStyle: 'medium', timeStyle: 'short'})
}
