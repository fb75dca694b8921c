import type {PreviewConfig} from 'sanity'
import {firstText} from '../../hasText.ts'
import {editorLocale} from './bilingual.ts'

interface PreviewOptions {
  /** A field without language, shown before the other language. */
  detail?: string
  /** A bilingual field to show as subtitle instead of the other language. */
  below?: string
}

/**
 * Preview by a bilingual field: the editor's language as title, the other one as subtitle. Selects them as `title` and
 * `subtitle`, since the Studio's search weighs words in these two most.
 */
export function bilingualPreview(path: string, {detail, below = ''}: PreviewOptions = {}): PreviewConfig {
  return {
    select: {
      title: `${path}.zh`,
      subtitle: `${path}.en`,
      ...(detail && {detail}),
      ...(below && {belowZh: `${below}.zh`, belowEn: `${below}.en`}),
    },
    prepare: ({title: zh, subtitle: en, detail, belowZh, belowEn}) => {
      const [title, other] = editorLanguageFirst(zh, en)
      return {
        title: title ?? detail,
        subtitle: below ? editorLanguageFirst(belowZh, belowEn)[0] : [detail, other].filter(Boolean).join(' · '),
      }
    },
  }
}

/** Returns the texts that show anything, the editor's language first. */
export function editorLanguageFirst(zh: unknown, en: unknown): string[] {
  return (editorLocale() === 'zh' ? [zh, en] : [en, zh]).flatMap((text) => firstText(text) ?? [])
}

/** Preview of a block: its heading, its type, and the number of items in the field `countOf`. */
export function blockPreview(title: string, countOf?: string): PreviewConfig {
  return {
    select: {zh: 'heading.zh', en: 'heading.en', ...(countOf ? {items: countOf} : {})},
    prepare: ({zh, en, items}) => {
      const kind = Array.isArray(items) ? `${title}（${items.length}）` : title
      const [heading] = editorLanguageFirst(zh, en)
      return heading ? {title: heading, subtitle: kind} : {title: kind}
    },
  }
}
