import type {ComponentType, ReactNode} from 'react'
import type {Locale} from '@/lib/locales'
import type {Route} from '@/lib/routes'
import type {EnquiryFormBlock} from '@/sanity/blocks/enquiryForm/projection'
import type {SiteData} from '@/sanity/presentContent'

/** Everything a block's component gets besides its content. */
export interface BlockContext {
  locale: Locale
  settings: SiteData['settings']
  /** Number of the block's figure on the page, counted from one. */
  figure: number
  /** The current page. */
  route?: Route | undefined
  parts?: PageParts | undefined
}

/** Components that only a page with a folder of its own loads. */
export interface PageParts {
  enquiryForm?: ComponentType<BlockProps<EnquiryFormBlock>>
}

/** Props of a block's component; the content is validated. */
export interface BlockProps<Block> {
  block: Block
  context: BlockContext
}

/** Hooks by which a preview makes a page's blocks editable. */
export interface DraftEditing {
  /** Returns the attribute `data-sanity` of a field of the page: a click opens it. */
  attribute: (path: string) => string
  /** Shows the rendered blocks where they can be edited. */
  Blocks: ComponentType<{id: string; blocks: readonly {key: string; node: ReactNode}[]}>
}

/** A field that a block lacks or has wrong. */
export interface BlockProblem {
  /** Where in the block; empty for the block itself. */
  path: (string | number)[]
  message: string
}
