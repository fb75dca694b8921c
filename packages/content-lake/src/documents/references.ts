import type {JsonValue} from '../types.ts'

/**
 * The ids that a value references strongly: the lake refuses a commit that leaves one of them dangling.
 * Weak references are exempt (the Studio marks references to what is not yet published as weak), and so are those into
 * other datasets, which cannot be checked here.
 */
export function strongReferences(value: JsonValue | undefined, found: Set<string> = new Set()): Set<string> {
  if (Array.isArray(value)) {
    for (const item of value) strongReferences(item, found)
  } else if (typeof value === 'object' && value !== null) {
    const {_ref, _weak, _projectId, _dataset} = value
    if (typeof _ref === 'string' && _weak !== true && !_projectId && !_dataset && !_ref.includes(':')) found.add(_ref)
    for (const item of Object.values(value)) strongReferences(item, found)
  }
  return found
}

/** Every id that a value references, weakly or not, here or elsewhere. */
export function allReferences(value: JsonValue | undefined, found: Set<string> = new Set()): Set<string> {
  if (Array.isArray(value)) {
    for (const item of value) allReferences(item, found)
  } else if (typeof value === 'object' && value !== null) {
    if (typeof value._ref === 'string') found.add(value._ref)
    for (const item of Object.values(value)) allReferences(item, found)
  }
  return found
}
