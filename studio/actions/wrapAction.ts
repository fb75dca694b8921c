import type {DocumentActionComponent, DocumentActionDescription, DocumentActionProps} from 'sanity'

type UseWrapped = (original: DocumentActionComponent, props: DocumentActionProps) => DocumentActionDescription | null

/**
 * Returns a function that wraps actions of the Studio by a hook. It gives the same component for the same action: the Studio
 * asks for its actions at every rendering, and keeps the state of those that it knows.
 */
export function wrapAction(useWrapped: UseWrapped): (original: DocumentActionComponent) => DocumentActionComponent {
  const wrapped = new WeakMap<DocumentActionComponent, DocumentActionComponent>()
  return (original) => {
    const known = wrapped.get(original)
    if (known) return known
    const {action} = original
    const component = Object.assign((props: DocumentActionProps) => useWrapped(original, props), {action})
    wrapped.set(original, component)
    return component
  }
}
