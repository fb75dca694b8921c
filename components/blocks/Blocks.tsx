import type {ReactNode} from 'react'
import type {BlockContext, DraftEditing} from './context'
import {IncompleteBlock} from './IncompleteBlock'
import {type BlockProblem, entryNamed} from './registry'

interface BlocksProps extends Omit<BlockContext, 'figure'> {
  pageId: string
  /** Unvalidated, as fetched. */
  blocks: readonly {_key: string; _type: string}[] | null | undefined
  /** Figures that the page has above its blocks. */
  figuresBefore?: number
  /** Given for drafts, which show what published pages leave out. */
  edit?: DraftEditing | undefined
}

/**
 * Renders a page's blocks in order and numbers their figures. A block that fails its shape is left out and logged; the
 * rest of the page renders. A draft shows a card in its place.
 */
export function Blocks({pageId, blocks, figuresBefore = 0, edit, ...context}: BlocksProps): ReactNode {
  let figure = figuresBefore
  const nodes = (blocks ?? []).map((block): ReactNode => {
    const entry = entryNamed(block._type)
    const read = entry?.read(block) ?? {problems: [unknownBlock]}
    if ('problems' in read) {
      if (edit) {
        const {attribute} = edit
        const {locale} = context
        return <IncompleteBlock key={block._key} block={block} attribute={attribute} locale={locale} {...read} />
      }
      const name = `Block ${block._key} (${block._type}) of ${pageId}`
      console.error(`${name} is left out: ${read.problems.map(describeProblem).join('; ')}`)
      return null
    }
    if (entry?.isFigure) figure += 1
    return read.render(block._key, {...context, figure})
  })
  if (!edit) return nodes
  return <edit.Blocks id={pageId} blocks={(blocks ?? []).map(({_key}, index) => ({key: _key, node: nodes[index]}))} />
}

const unknownBlock: BlockProblem = {path: [], message: 'there is no such block'}

function describeProblem(problem: BlockProblem): string {
  return problem === unknownBlock ? problem.message : `${problem.path.join('.') || 'block'}: ${problem.message}`
}
