import type {ReactNode} from 'react'
import {splitCells} from '@/components/content/splitCells'
import {layoutTimeline} from '@/components/drawings/layoutTimeline'
import {TimelineBars} from '@/components/drawings/TimelineBars'
import type {ScreenBlock} from '@/sanity/blocks/screen/projection'
import {Bars, barsHeight} from './Bars'
import {Fields} from './Fields'
import {layoutRows} from './layoutRows'
import {Spaces, spacesHeight} from './Spaces'
import {Table} from './Table'

interface ScreenBody {
  height: number
  /** Height on a desk, where that may be another. */
  deskHeight?: number
  content: ReactNode
}

/** What a screen shows below its title, and how high that is. */
export function bodyOf(block: ScreenBlock): ScreenBody {
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
