import {stegaClean} from '@sanity/client/stega'
import type {BlockContext} from '@/components/blocks/context'
import {DrawingFigure} from '@/components/blocks/DrawingFigure'
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
import {drawingShape} from '@/sanity/projections/drawing'
import {Breadcrumb} from './Breadcrumb'
import {PageActions} from './PageActions'
import styles from './PageHeader.module.css'
import {registerNumber} from './productMarks'

interface HeaderProps extends Pick<BlockContext, 'settings'> {
  page: PageData
  locale: Locale
}

/** Breadcrumb, title, lead and drawing. */
export function PageHeader({page, locale, settings}: HeaderProps) {
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
        <HeaderDrawing page={page} locale={locale} settings={settings} />
      </div>
    </div>
  )
}

/** The page's picture; else, on the home page, its first trace or the bench; a product's drawing; a module's sketch. */
export function HeaderDrawing({page, locale, settings}: HeaderProps) {
  const picture = drawingShape.safeParse(page.picture)
  if (picture.success) {
    return (
      <div className={styles.picture}>
        <DrawingFigure picture={picture.data} context={{locale, settings, figure: 1}} />
      </div>
    )
  }
  if (page.picture) console.error(`The picture of ${page._id} is left out: it does not fit its shape`)
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

/** What stands below the header: the blocks without the trace that it shows, and how many numbered figures it has. */
export function belowHeader(page: PageData) {
  const inHeader = headerTrace(page)?._key
  return {blocks: page.blocks?.filter(({_key}) => _key !== inHeader), figuresBefore: page.picture ? 1 : 0}
}

/** The trace that the home page’s header shows, unless it has a picture. */
function headerTrace(page: PageData): TraceBlock | undefined {
  if (page.route !== '/' || page.picture) return undefined
  return page.blocks?.map((block) => traceShape.safeParse(block)).find(({success}) => success)?.data
}
