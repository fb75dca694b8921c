import type {ReactNode} from 'react'
import type {BlockProps} from '@/components/blocks/context'
import {splitCells} from '@/components/content/splitCells'
import {Picture} from '@/components/drawings/Picture'
import {layoutTimeline, TimelineBars} from '@/components/drawings/TimelineBars'
import {FigurePlate} from '@/components/ui/FigurePlate'
import {Section} from '@/components/ui/Section'
import {translator} from '@/i18n/translator'
import type {ScreenBlock} from '@/sanity/blocks/screen/projection'
import {Bars, barsHeight, Spaces, spacesHeight} from './ScreenCharts'
import {Fields, layoutRows, Table} from './ScreenRows'

/** An illustrative product screen, rendered as SVG from example rows. */
export function Screen({block, context}: BlockProps<ScreenBlock>) {
  return (
    <Section block={block} layout="split">
      <ScreenFigure block={block} context={context} />
    </Section>
  )
}

/** The figure alone, marked as illustrative. */
export function ScreenFigure({block, context}: BlockProps<ScreenBlock>) {
  const words = translator(context.locale, 'figure')
  const {height, deskHeight, content} = bodyOf(block)
  return (
    <FigurePlate
      number={words('number', {number: context.figure})}
      caption={block.caption || words('screen')}
      note={words('illustrative')}
    >
      <ScreenWindow title={block.title} bodyHeight={height} deskBodyHeight={deskHeight} alternative={block.alternative}>
        {content}
      </ScreenWindow>
    </FigurePlate>
  )
}

/** Height of the window's title bar, and the margin around its body. */
const bar = 34
const margin = 14

interface ScreenWindowProps {
  title: string
  bodyHeight: number
  /** Body height on a desktop, if different. */
  deskBodyHeight?: number | undefined
  alternative: string
  children: ReactNode
}

/** The window's frame: title, selection mark and two tool icons. */
function ScreenWindow(props: ScreenWindowProps) {
  const {title, bodyHeight, deskBodyHeight = bodyHeight, alternative, children} = props
  const around = bar + 2 * margin
  return (
    <Picture height={around + bodyHeight} deskHeight={around + deskBodyHeight} alternative={alternative}>
      <rect data-part="edge" x="0.3%" y="1" width="99.4%" />
      <line data-part="edge" x1="0.3%" x2="99.7%" y1={bar} y2={bar} />
      <rect data-part="bar" data-tone="active" x="4%" y="11" width="4" height="12" />
      <text data-part="strong" x="4%" y={bar / 2} dx="12" dy="0.36em">
        {title}
      </text>
      <line x1="84%" x2="88%" y1={bar / 2} y2={bar / 2} />
      <line x1="91%" x2="96%" y1={bar / 2} y2={bar / 2} />
      <svg x="4%" y={bar + margin} width="92%" overflow="visible" aria-hidden="true">
        {children}
      </svg>
    </Picture>
  )
}

interface ScreenBody {
  height: number
  /** Height on a desktop, if different. */
  deskHeight?: number
  content: ReactNode
}

/** A screen's content and its height, by kind. */
function bodyOf(block: ScreenBlock): ScreenBody {
  const columns = splitCells(block.columns)
  const rows = (block.rows ?? []).map((row) => ({...row, cells: splitCells(row.cells)}))
  switch (block.kind) {
    case 'table': {
      const layout = layoutRows(columns, rows)
      return {height: layout.height, deskHeight: layout.deskHeight, content: <Table layout={layout} />}
    }
    case 'form': {
      const layout = layoutRows([], rows)
      return {height: layout.height, deskHeight: layout.deskHeight, content: <Fields layout={layout} />}
    }
    case 'chart':
      return {height: barsHeight(rows, columns), content: <Bars rows={rows} names={columns} />}
    case 'spaces':
      return {height: spacesHeight(rows, columns), content: <Spaces rows={rows} names={columns} />}
    case 'schedule': {
      const layout = layoutTimeline(block.lanes ?? [], columns, 0)
      return {height: layout.bottom, content: <TimelineBars layout={layout} periods={columns} />}
    }
  }
}
