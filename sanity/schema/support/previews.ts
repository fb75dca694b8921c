import type {PreviewConfig} from 'sanity'
import {editorLocale} from './bilingual.ts'

interface Beside {
  /** A field without language, shown before the other language. */
  detail?: string
  /** A bilingual field that is shown below the title in place of the other language. */
  below?: string
}

/**
 * Shows an item by a bilingual field: in the editor's language, where that is missing in the other one, which else stands
 * below. The Studio's search prefers words in what is selected as `title` and `subtitle`, so both languages are.
 */
export function bilingualPreview(path: string, {detail, below = ''}: Beside = {}): PreviewConfig {
  return {
    select: {
      title: `${path}.zh`,
      subtitle: `${path}.en`,
      ...(detail && {detail}),
      ...(below && {belowZh: `${below}.zh`, belowEn: `${below}.en`}),
    },
    prepare: ({title: zh, subtitle: en, detail, belowZh, belowEn}) => {
      const [title, other] = inEditorsOrder(zh, en)
      return {
        title: title ?? detail,
        subtitle: below ? inEditorsOrder(belowZh, belowEn)[0] : [detail, other].filter(Boolean).join(' · '),
      }
    },
  }
}

/** The texts of a bilingual field that there are, the editor's language first. */
export function inEditorsOrder(zh: unknown, en: unknown): string[] {
  return (editorLocale() === 'zh' ? [zh, en] : [en, zh]).filter(
    (text): text is string => typeof text === 'string' && text !== '',
  )
}

/** How a block shows in a page's list of blocks: its heading, then what kind of block it is and how much it holds. */
export function blockPreview(title: string, countOf?: string): PreviewConfig {
  return {
    select: {zh: 'heading.zh', en: 'heading.en', ...(countOf ? {items: countOf} : {})},
    prepare: ({zh, en, items}) => {
      const kind = Array.isArray(items) ? `${title}（${items.length}）` : title
      const [heading] = inEditorsOrder(zh, en)
      return heading ? {title: heading, subtitle: kind} : {title: kind}
    },
  }
}
