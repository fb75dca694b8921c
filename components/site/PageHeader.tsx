import {stegaClean} from '@sanity/client/stega'
import type {ReactNode} from 'react'
import {Blocks, entryNamed} from '@/components/blocks/Blocks'
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
import type {BlockName} from '@/sanity/blocks/index'
import {productGridShape} from '@/sanity/blocks/productGrid/projection'
import {type TraceBlock, traceShape} from '@/sanity/blocks/trace/projection'
import type {PageData} from '@/sanity/presentContent'
import {drawingShape} from '@/sanity/projections/drawing'
import {Breadcrumb} from './Breadcrumb'
import {PageActions} from './PageActions'
import styles from './PageHeader.module.css'
import {productMarks, registerNumber} from './productMarks'

interface HeaderProps extends Pick<BlockContext, 'settings'> {
  page: PageData
  locale: Locale
  /** Makes the header shorter on a phone, for the sake of the main content below it. */
  brief?: boolean
}

/** Breadcrumb, title, lead, buttons and drawing, composed by the page's opening. */
export function PageHeader(props: HeaderProps) {
  const {page, locale, brief = false} = props
  const title = <Title page={page} />
  const lead = (
    <p className={styles.lead}>
      <MarkedText>{page.description}</MarkedText>
    </p>
  )
  const actions = <PageActions page={page} locale={locale} />
  const drawing = headerDrawing(props)
  const trail = <Breadcrumb page={page} locale={locale} />
  switch (openingOf(page)) {
    case 'screen':
      return (
        <div className={`${styles.header} ${styles.led} ${styles.ledByScreen}`}>
          {trail}
          <div className={styles.sheet}>
            <div className={styles.words}>
              {title}
              {actions}
            </div>
            {drawing?.element}
            {lead}
          </div>
        </div>
      )
    case 'steps':
      return (
        <div className={`${styles.header} ${styles.led} ${styles.ledBySteps}`}>
          <div className={styles.sheet}>
            <div className={styles.band}>
              {trail}
              <div className={styles.words}>
                {title}
                {lead}
                {actions}
              </div>
              <Blocks pageId={page._id} blocks={leadingBlocks(page)} {...props} route={page.route} />
            </div>
            {drawing?.element}
          </div>
        </div>
      )
    default:
      return (
        <div className={brief ? `${styles.header} ${styles.brief}` : styles.header}>
          {trail}
          <div className={`${styles.sheet} ${drawing ? (drawing.sheet ?? '') : styles.alone}`.trimEnd()}>
            <div className={styles.words}>
              {title}
              {lead}
              {actions}
            </div>
            {drawing?.element}
          </div>
        </div>
      )
  }
}

function Title({page: {title, product, module}}: {page: PageData}) {
  return (
    <>
      {product && (
        <p className={styles.register}>
          <span className={styles.code}>{module ? registerNumber(module) : product.code}</span>
          <HueRule />
        </p>
      )}
      <h1 className={styles.title}>
        <Phrases clause={9}>{title}</Phrases>
      </h1>
    </>
  )
}

/** Returns how a page begins: by its own opening, or by the usual one if the page lacks what its own needs. */
export function openingOf(page: PageData): 'beside' | 'screen' | 'steps' {
  const opening = stegaClean(page.opening)
  if (opening === 'screen' && drawingShape.safeParse(page.picture).success) return opening
  return opening === 'steps' && leadingBlocks(page).length > 0 ? opening : 'beside'
}

const leading: ReadonlySet<string> = new Set<BlockName>(['flow', 'rules', 'claims'])

/** The block that an opening by steps shows: the page's first flow, rules or claims. */
function leadingBlocks({opening, blocks}: PageData) {
  if (stegaClean(opening) !== 'steps') return []
  const block = blocks?.find(({_type}) => leading.has(_type))
  const read = block && entryNamed(block._type)?.read(block)
  return read && 'render' in read ? [block] : []
}

interface HeaderDrawing {
  element: ReactNode
  /** Class of the grid with words and drawing, where its columns differ. */
  sheet?: string | undefined
}

/** The page's picture; else the home page's first trace, the bench, a product's drawing or a module's sketch. */
function headerDrawing({page, locale, settings}: HeaderProps): HeaderDrawing | undefined {
  const picture = pictureOf(page)
  if (picture) {
    const context = {locale, settings, figure: 1 + figuresOf(leadingBlocks(page))}
    return {
      element: (
        <div className={styles.picture}>
          <DrawingFigure picture={picture} context={context} />
        </div>
      ),
    }
  }
  if (page.picture) console.error(`The picture of ${page._id} is left out: it does not fit its shape`)
  const trace = headerTrace(page)
  if (trace) return {element: <TraceFigure block={trace} locale={locale} />}
  if (page.route === '/' || page.route === '/about') {
    const grid = page.blocks?.map((block) => productGridShape.safeParse(block)).find(({success}) => success)
    const alternative = translator(locale, 'figure')('benchAlternative')
    return {
      element: (
        <div className={styles.bench}>
          <Bench products={grid?.data?.products ?? productMarks} alternative={alternative} />
        </div>
      ),
    }
  }
  if (page.product && page.product.route === page.route) {
    return {
      sheet: styles.besideDrawing,
      element: (
        <div className={styles.drawing}>
          <ProductDrawing hue={stegaClean(page.product.hue)} />
        </div>
      ),
    }
  }
  const sketch = moduleSketches[stegaClean(page.route)]
  if (!sketch) return undefined
  return {
    sheet: styles.besideSketch,
    element: (
      <div className={styles.sketch} data-hue={page.product ? stegaClean(page.product.hue) : undefined}>
        <ModuleSketch sketch={sketch} />
      </div>
    ),
  }
}

function figuresOf(blocks: readonly {_type: string}[]): number {
  return blocks.filter(({_type}) => entryNamed(_type)?.isFigure).length
}

/** The content below the header: the blocks that the header does not show, and the header's number of figures. */
export function belowHeader(page: PageData) {
  const leading = leadingBlocks(page)
  const inHeader = [headerTrace(page), ...leading].map((block) => block?._key)
  const figuresBefore = (pictureOf(page) ? 1 : 0) + figuresOf(leading)
  return {blocks: page.blocks?.filter(({_key}) => !inHeader.includes(_key)), figuresBefore}
}

/** The page's own picture, if it fits its shape. */
function pictureOf(page: PageData) {
  return drawingShape.safeParse(page.picture).data
}

/** The trace that the home page’s header shows, unless it has a picture. */
function headerTrace(page: PageData): TraceBlock | undefined {
  if (page.route !== '/' || pictureOf(page)) return undefined
  return page.blocks?.map((block) => traceShape.safeParse(block)).find(({success}) => success)?.data
}
