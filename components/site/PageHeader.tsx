import {stegaClean} from '@sanity/client/stega'
import type {BlockContext} from '@/components/blocks/context'
import {DrawingFigure} from '@/components/blocks/DrawingFigure'
import {ModuleSketch, moduleSketches} from '@/components/drawings/ModuleSketch'
import {Bench, ProductDrawing} from '@/components/drawings/ProductDrawing'
import {HueRule} from '@/components/ui/HueRule'
import {MarkedText} from '@/components/ui/MarkedText'
import {hasShortClauses} from '@/components/ui/Section'
import {translator} from '@/i18n/translator'
import type {Locale} from '@/lib/locales'
import {productGridShape} from '@/sanity/blocks/productGrid/projection'
import type {PageData} from '@/sanity/content.types'
import {drawingShape} from '@/sanity/projections/drawing'
import {Breadcrumb} from './Breadcrumb'
import styles from './PageHeader.module.css'
import {registerNumber} from './productMarks'

interface HeaderProps extends Pick<BlockContext, 'settings'> {
  page: PageData
  locale: Locale
}

/** Breadcrumb, title, lead and drawing. */
export function PageHeader({page, locale, settings}: HeaderProps) {
  const {title, description, product, module} = page
  const revised = page._updatedAt.slice(0, 10)
  return (
    <div className={styles.header}>
      <Breadcrumb page={page} locale={locale} />
      <div className={styles.sheet}>
        <div className={styles.words}>
          {product && (
            <p className={styles.register}>
              <span className={styles.code}>{module ? registerNumber(module) : product.code}</span>
              <HueRule />
              <span>
                {translator(locale, 'site')('revised')} <time dateTime={revised}>{revised}</time>
              </span>
            </p>
          )}
          <h1 className={styles.title} data-clauses={hasShortClauses(title, 10)}>
            {title}
          </h1>
          <p className={styles.lead}>
            <MarkedText>{description}</MarkedText>
          </p>
        </div>
        <HeaderDrawing page={page} locale={locale} settings={settings} />
      </div>
    </div>
  )
}

/** The page's picture, else the bench on the home page, a product's drawing or a module's sketch. */
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
