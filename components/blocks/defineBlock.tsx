import type {ComponentType, ReactNode} from 'react'
import type {z} from 'zod'
import type {BlockContext, BlockProps} from './context'

type ReadBlock = {render: (key: string, context: BlockContext) => ReactNode} | {problems: string[]}

export interface BlockEntry {
  /** Does the block draw a numbered figure? */
  isFigure: boolean
  /** Checks a block's content: a function that renders it, or what is wrong with it. */
  read: (block: unknown) => ReadBlock
}

/** Joins a block's shape and its component. */
export function defineBlock<Shape extends z.ZodType>(
  shape: Shape,
  Component: ComponentType<BlockProps<z.output<Shape>>>,
  {isFigure = false}: {isFigure?: boolean} = {},
): BlockEntry {
  return {
    isFigure,
    read(block) {
      const result = shape.safeParse(block)
      if (!result.success) return {problems: result.error.issues.map(describeIssue)}
      return {render: (key, context) => <Component key={key} block={result.data} context={context} />}
    },
  }
}

function describeIssue({path, message}: z.core.$ZodIssue): string {
  return `${path.map(String).join('.') || 'block'}: ${message}`
}
