import {useToast} from '@sanity/ui/toast'
import {useCallback, useRef} from 'react'
import {
  type DocumentActionComponent,
  type DocumentActionDescription,
  type DocumentActionProps,
  type DocumentActionsContext,
  type DuplicateDocumentActionComponent,
  type SanityDocumentLike,
  useClient,
} from 'sanity'
import {apiVersion} from '../../sanity/env.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {duplicateOf, placeOfCopy} from '../../sanity/schema/support/scenarioRules.ts'
import {failureToast, noToast} from '../lake/reasonOf.ts'
import {shareAction} from '../previewLinks/shareAction.tsx'
import {reviewAction} from '../reviews/reviewAction.tsx'
import {guardDelete} from './guardDelete.tsx'
import {guardPublish} from './guardPublish.tsx'
import {guardSchedule} from './guardSchedule.tsx'
import {limitActions, mayAskForReview} from './limitActions.ts'
import {wrapAction} from './wrapAction.ts'

type DuplicateProps = Parameters<DuplicateDocumentActionComponent>[0]

/** Wraps the duplicate action: the copy is marked as one, and gets the next position and an anchor of its own. */
const fixDuplicate = wrapAction(useFixedDuplicate)

function useFixedDuplicate(
  useDuplicate: DocumentActionComponent,
  props: DocumentActionProps,
): DocumentActionDescription | null {
  const client = useClient({apiVersion})
  const toast = useToast()
  const place = useRef<Awaited<ReturnType<typeof placeOfCopy>> | undefined>(undefined)
  const mapDocument = useCallback(
    (document: SanityDocumentLike) => (place.current ? duplicateOf(document, place.current) : document),
    [],
  )
  const withMap: DuplicateProps = {...props, mapDocument}
  const original = useDuplicate(withMap)
  if (!original) return null
  const source = props.version ?? props.draft ?? props.published ?? {_type: props.type}
  const onHandle = async () => {
    try {
      place.current = await placeOfCopy(client, source)
      toast.push(noToast(`duplicate-${props.id}`))
      original.onHandle?.()
    } catch (error) {
      toast.push(
        failureToast(`duplicate-${props.id}`, label('没能复制，请再试一次。', 'Not duplicated. Try again.'), error),
      )
    }
  }
  return {...original, onHandle}
}

/** Types whose documents are seen on a page of their own. */
const shown: ReadonlySet<string> = new Set(['page', 'scenario'])

/** The Studio's document actions: limited for fixed documents, with guarded publishing, timing and removing and adapted duplicating. */
export function documentActions(
  actions: DocumentActionComponent[],
  context: Pick<DocumentActionsContext, 'schemaType' | 'documentId' | 'currentUser' | 'versionType'>,
): DocumentActionComponent[] {
  const limited = limitActions(actions, context).map((action) => {
    const isTimed = action.action === 'schedule' || context.versionType === 'scheduled-draft'
    if (isTimed && action.action !== 'discardVersion') return guardSchedule(action)
    if (action.action === 'publish') return guardPublish(action)
    if (action.action === 'delete' || action.action === 'unpublish') return guardDelete(action)
    return action.action === 'duplicate' ? fixDuplicate(action) : action
  })
  const offered = shown.has(context.schemaType) ? [...limited, shareAction] : limited
  // For somebody who may only draft, the main button asks others to publish.
  return mayAskForReview(context) ? [reviewAction, ...offered] : offered
}
