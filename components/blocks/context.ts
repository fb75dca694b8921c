import type {ComponentType} from 'react'
import type {Locale} from '@/lib/locales'
import type {Route} from '@/lib/routes'
import type {EnquiryFormBlock} from '@/sanity/blocks/enquiryForm/projection'
import type {SiteData} from '@/sanity/content.types'

/** What a block knows besides its own content. */
export interface BlockContext {
  locale: Locale
  settings: SiteData['settings']
  /** Number of the block's figure on the page, counted from one. */
  figure: number
  /** The page that is shown. */
  route?: Route | undefined
  parts?: PageParts | undefined
}

/** What a page with a folder of its own brings along, so that no other page loads its styles and scripts. */
export interface PageParts {
  enquiryForm?: ComponentType<BlockProps<EnquiryFormBlock>>
}

/** Props of a block's component: its content, which has passed the block's shape. */
export interface BlockProps<Block> {
  block: Block
  context: BlockContext
}
