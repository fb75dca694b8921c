import type {ReactNode} from 'react'
import type {BlockContext} from './context'
import {entryNamed} from './registry'

interface BlocksProps extends Omit<BlockContext, 'figure'> {
  pageId: string
  /** Unvalidated, as fetched. */
  blocks: readonly {_key: string; _type: string}[] | null | undefined
  /** Figures that the page has above its blocks. */
  figuresBefore?: number
}

/**
 * Renders a page's blocks in order and numbers their figures. A block that fails its shape is left out and logged; the
 * rest of the page renders.
 */
export function Blocks({pageId, blocks, figuresBefore = 0, ...context}: BlocksProps): ReactNode[] {
  let figure = figuresBefore
  return (blocks ?? []).map((block) => {
    const entry = entryNamed(block._type)
    const read = entry?.read(block) ?? {problems: ['there is no such block']}
    if ('problems' in read) {
      const name = `Block ${block._key} (${block._type}) of ${pageId}`
      console.error(`${name} is left out: ${read.problems.join('; ')}`)
      return null
    }
    if (entry?.isFigure) figure += 1
    return read.render(block._key, {...context, figure})
  })
}
