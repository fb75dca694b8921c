import {editorLocale} from '../../sanity/schema/support/bilingual.ts'

/** A time as the editor reads it, in the editor's own time zone. */
export function formatTime(time: number): string {
  const locale = editorLocale() === 'zh' ? 'zh-CN' : 'en-GB'
  return new Date(time).toLocaleString(locale, {dateStyle: 'medium', timeStyle: 'short'})
}
