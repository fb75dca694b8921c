import {stegaClean} from '@sanity/client/stega'
import {TraceFigure} from '@/components/blocks/trace/Trace'
import {ModuleSketch, moduleSketches} from '@/components/drawings/ModuleSketch'
import {Bench, ProductDrawing} from '@/components/drawings/ProductDrawing'
import {HueRule} from '@/components/ui/HueRule'
import {MarkedText} from '@/components/ui/MarkedText'
import {Phrases} from '@/components/ui/Phrases'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import {productGridShape} from '@/sanity/blocks/productGrid/projection'
import {type TraceBlock, traceShape} from '@/sanity/blocks/trace/projection'
import type {PageData} from '@/sanity/content.types'
import {Breadcrumb} from './Breadcrumb'
import {PageActions} from './PageActions'
import styles from './PageHeader.module.css'
import {registerNumber} from './productMarks'

/** Breadcrumb, title, lead and drawing. */
export function PageHeader({page, locale}: {page: PageData; locale: Locale}) {
  const {title, description, product, module} = page
  return (
    <div className={styles.header}>
      <Breadcrumb page={page} locale={locale} />
      <div className={styles.sheet}>
        <div className={styles.words}>
          {product && (
            <p className={styles.register}>
              <span className={styles.code}>{module ? registerNumber(module) : product.code}</span>
              <HueRule />
            </p>
          )}
          <h1 className={styles.title}>
            <Phrases clause={9}>{title}</Phrases>
          </h1>
          <p className={styles.lead}>
            <MarkedText>{description}</MarkedText>
          </p>
          <PageActions page={page} locale={locale} />
        </div>
        <HeaderDrawing page={page} locale={locale} />
      </div>
    </div>
  )
}

/** On the home page its first trace, or else the bench, labelled with the page's products; a product's drawing; a module's sketch. */
export function HeaderDrawing({page, locale}: {page: PageData; locale: Locale}) {
  if (page.route === '/') {
    const trace = headerTrace(page)
    if (trace) return <TraceFigure block={trace} locale={locale} />
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

/** The trace that the home page's header shows; the blocks below leave it out. */
export function headerTrace(page: PageData): TraceBlock | undefined {
  if (page.route !== '/') return undefined
  return page.blocks?.map((block) => traceShape.safeParse(block)).find(({success}) => success)?.data
}
