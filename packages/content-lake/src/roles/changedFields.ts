import {isDeepStrictEqual} from 'node:util'
import {type GroqNode, isNode, nodesOf} from '../query/groq.ts'
import type {LakeDocument} from '../types.ts'

/** The fields that the `delta::` and `diff::` functions of a filter ask about. */
export function fieldsAskedAbout(tree: GroqNode): Set<string> {
  const fields = new Set<string>()
  for (const node of nodesOf(tree)) {
    if (node.type !== 'FuncCall' || node.namespace !== 'diff' || !Array.isArray(node.args)) continue
    const [, , selector] = node.args
    for (const part of nodesOf(selector)) {
      if (part.type === 'AccessAttribute' && !isNode(part.base)) fields.add(String(part.name))
    }
  }
  return fields
}

/** The fields that a change concerns: those that were asked about, else all that differ but the lake's own. */
export function changedFields(
  before: LakeDocument | null,
  after: LakeDocument | null,
  asked: ReadonlySet<string>,
): string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const changed = Array.from(names).filter(
    (name) => !name.startsWith('_') && !isDeepStrictEqual(before?.[name], after?.[name]),
  )
  const concerned = changed.filter((name) => asked.has(name))
  return concerned.length > 0 ? concerned : changed
}
