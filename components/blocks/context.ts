import type {Locale} from '@/lib/locales'
import type {SiteData} from '@/sanity/content.types'

/** What a block knows besides its own content. */
export interface BlockContext {
  locale: Locale
  settings: SiteData['settings']
  /** Number of the block's figure on the page, counted from one. */
  figure: number
}

/** Props of a block's component: its content, which has passed the block's shape. */
export interface BlockProps<Block> {
  block: Block
  context: BlockContext
}
