import type {PageData} from '@/sanity/content.types'

/** What a page is called among others: its module, its product, or its title as far as the colon. */
export function nameOfPage({route, title, product, module}: Pick<PageData, 'route' | 'title' | 'product' | 'module'>) {
  if (module) return module.name
  return product?.route === route ? product.code : title.split(/[：:]/, 1)[0]
}
