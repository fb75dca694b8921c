import {stegaClean} from '@sanity/client/stega'
import {ModuleSketch, moduleSketches} from '@/components/drawings/ModuleSketch'
import {Bench, ProductDrawing} from '@/components/drawings/ProductDrawing'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import {productGridShape} from '@/sanity/blocks/productGrid/projection'
import type {PageData} from '@/sanity/content.types'
import styles from './PageHeader.module.css'

/**
 * The bench on the home page, labelled with the products that the page shows; a product's own drawing on its page; a
 * sketch on pages that have one.
 */
export function HeaderDrawing({page, locale}: {page: PageData; locale: Locale}) {
  if (page.route === '/') {
    const products = page.blocks?.map((block) => productGridShape.safeParse(block)).find(({success}) => success)
      ?.data?.products
    return (
      <div className={styles.bench}>
        <Bench products={products ?? []} alternative={translator(locale, 'figure')('benchAlternative')} />
      </div>
    )
  }
  if (page.product && page.product.route === page.route) {
    return (
      <div className={styles.drawing}>
        <ProductDrawing hue={stegaClean(page.product.hue)} />
      </div>
    )
  }
  const sketch = moduleSketches[stegaClean(page.route)]
  return sketch ? (
    <div className={styles.sketch} data-hue={page.product ? stegaClean(page.product.hue) : undefined}>
      <ModuleSketch sketch={sketch} />
    </div>
  ) : null
}
