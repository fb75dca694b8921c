import type {PreviewConfig} from 'sanity'

/** How a block shows in a page's list of blocks: its heading, then what kind of block it is and how much it holds. */
export function blockPreview(title: string, countOf?: string): PreviewConfig {
  return {
    select: {heading: 'heading.zh', ...(countOf ? {items: countOf} : {})},
    prepare: ({heading, items}) => {
      const kind = Array.isArray(items) ? `${title}（${items.length}）` : title
      return typeof heading === 'string' && heading !== '' ? {title: heading, subtitle: kind} : {title: kind}
    },
  }
}
