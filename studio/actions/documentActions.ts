import {useToast} from '@sanity/ui/toast'
import {useCallback, useRef} from 'react'
import {
  type DocumentActionComponent,
  type DocumentActionDescription,
  type DocumentActionsContext,
  type DuplicateDocumentActionComponent,
  type SanityDocumentLike,
  useClient,
} from 'sanity'
import {apiVersion} from '../../sanity/env.ts'
import {isObject} from '../../sanity/health/documents.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {type DuplicateContext, duplicateOf, loadDuplicateContext} from '../../sanity/schema/support/scenarioRules.ts'
import {guardPublish} from './guardPublish.tsx'
import {limitActions} from './limitActions.ts'

type DuplicateProps = Parameters<DuplicateDocumentActionComponent>[0]

const wrapped = new WeakMap<DocumentActionComponent, DocumentActionComponent>()

/** The Studio's duplicate action for what has a place of its own: the copy goes behind the others, under a fresh name. */
function duplicateElsewhere(duplicate: DocumentActionComponent): DocumentActionComponent {
  const known = wrapped.get(duplicate)
  if (known) return known
  // The same function for the same action, so that the Studio keeps its state.
  const {action} = duplicate
  const elsewhere = Object.assign((props: DuplicateProps) => useDuplicateElsewhere(duplicate, props), {action})
  wrapped.set(duplicate, elsewhere)
  return elsewhere
}

function useDuplicateElsewhere(
  useDuplicate: DocumentActionComponent,
  props: DuplicateProps,
): DocumentActionDescription | null {
  const client = useClient({apiVersion})
  const toast = useToast()
  const places = useRef<DuplicateContext | undefined>(undefined)
  const mapDocument = useCallback(
    (document: SanityDocumentLike) => (places.current ? duplicateOf(document, places.current) : document),
    [],
  )
  const withMap: DuplicateProps = {...props, mapDocument}
  const original = useDuplicate(withMap)
  if (!original) return null
  const source = props.draft ?? props.published
  const product = isObject(source?.product) && typeof source.product._ref === 'string' ? source.product._ref : undefined
  const onHandle = async () => {
    try {
      places.current = await loadDuplicateContext(client, props.type, product)
      original.onHandle?.()
    } catch (error) {
      toast.push({
        status: 'error',
        title: label('没能复制，请再试一次。', 'Not duplicated. Try again.'),
        description: error instanceof Error ? error.message : String(error),
      })
    }
  }
  return {...original, onHandle}
}

/** The types whose documents have a place among their kind. */
const placed: ReadonlySet<string> = new Set(['scenario', 'productModule'])

/** What can be done with a document: less than the Studio offers where it is fixed, and publishing only what is sound. */
export function documentActions(
  actions: DocumentActionComponent[],
  context: DocumentActionsContext,
): DocumentActionComponent[] {
  return limitActions(actions, context).map((action) => {
    if (action.action === 'publish') return guardPublish(action)
    return action.action === 'duplicate' && placed.has(context.schemaType) ? duplicateElsewhere(action) : action
  })
}
