import type {PreviewConfig} from 'sanity'
import {inEditorsOrder} from './bilingualPreview.ts'

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
