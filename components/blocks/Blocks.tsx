import {type ComponentType, createElement, type ReactNode} from 'react'
import type {z} from 'zod'
import {blockShapes} from '@/sanity/blocks/blocks.generated'
import {type BlockName, blockNames, figureBlocks} from '@/sanity/blocks/index'
import {blockComponents} from './blocks.generated'
import type {BlockContext, BlockProblem, BlockProps, DraftEditing} from './context'
import {IncompleteBlock} from './IncompleteBlock'

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

type ReadBlock = {render: (key: string, context: BlockContext) => ReactNode} | {problems: BlockProblem[]}

interface BlockEntry {
  /** Whether the block renders a numbered figure. */
  isFigure: boolean
  /** Validates a block: a render function, or its problems. */
  read: (block: unknown) => ReadBlock
}

/** Each block as its shape returns it and its component gets it. */
type BlockData = {[Name in BlockName]: z.output<(typeof blockShapes)[Name]>}

const shapes: {[Name in BlockName]: z.ZodType<BlockData[Name]>} = blockShapes
const components: {[Name in BlockName]: ComponentType<BlockProps<BlockData[Name]>>} = blockComponents

/** Joins a block's shape and its component. */
function defineBlock<Name extends BlockName>(name: Name): BlockEntry {
  return {
    isFigure: figureBlocks.has(name),
    read(block) {
      const result = shapes[name].safeParse(block)
      if (!result.success) return {problems: result.error.issues.map(problemOf)}
      return {render: (key, context) => createElement(components[name], {key, block: result.data, context})}
    },
  }
}

const entries: ReadonlyMap<string, BlockEntry> = new Map(blockNames.map((name) => [name, defineBlock(name)]))

/** Returns how a block of a type is read; undefined if there is no such block. */
export function entryNamed(name: string): BlockEntry | undefined {
  return entries.get(name)
}

function problemOf({path, message}: z.core.$ZodIssue): BlockProblem {
  return {path: path.map((part) => (typeof part === 'number' ? part : String(part))), message}
}
