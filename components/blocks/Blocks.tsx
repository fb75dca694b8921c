import type {ReactNode} from 'react'
import type {BlockContext} from './context'
import {entryNamed} from './registry'

interface BlocksProps extends Omit<BlockContext, 'figure'> {
  pageId: string
  /** As the lake delivers them: what they hold is checked here. */
  blocks: readonly {_key: string; _type: string}[] | null | undefined
}

/**
 * The blocks of a page in order, their figures numbered throughout. A block that fails its shape is left out and
 * reported to the server's log; the rest of the page is shown.
 */
export function Blocks({pageId, blocks, ...context}: BlocksProps): ReactNode[] {
  let figure = 0
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
