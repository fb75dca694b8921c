import {type GroqNode, isNode} from './groq.ts'

/**
 * The field names on the way to what a node reads from the document that is being filtered: `authors[]._ref` →
 * authors, _ref. Steps that only choose among the items of an array are left out. Undefined for anything else.
 */
export function pathOf(node: GroqNode): string[] | undefined {
  switch (node.type) {
    case 'This':
      return []
    case 'AccessAttribute':
      return follow(node, [String(node.name)])
    case 'Group':
    case 'ArrayCoerce':
    case 'AccessElement':
    case 'Slice':
    case 'Filter':
      return follow(node, [])
    case 'Map':
    case 'FlatMap':
      return follow(node, isNode(node.expr) ? pathOf(node.expr) : undefined)
    default:
      return undefined
  }
}

/** The paths of which one leads to the node's value: several for `coalesce(title.zh, title.en)`. */
export function pathsOf(node: GroqNode): string[][] | undefined {
  if (node.type === 'FuncCall' && node.namespace === 'global' && node.name === 'coalesce' && Array.isArray(node.args)) {
    const paths = node.args.map((argument) => (isNode(argument) ? pathOf(argument) : undefined))
    return paths.every((path) => path !== undefined) ? paths : undefined
  }
  const path = pathOf(node)
  return path && [path]
}

function follow({base}: GroqNode, rest: string[] | undefined): string[] | undefined {
  const start = isNode(base) ? pathOf(base) : []
  return start && rest && [...start, ...rest]
}
