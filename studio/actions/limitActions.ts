import {
  type DocumentActionComponent,
  type DocumentActionsContext,
  type DocumentFieldAction,
  type DocumentFieldActionsResolverContext,
  getPublishedId,
} from 'sanity'
import {isFixedDocument, isFixedType} from '../../sanity/fixedDocuments.ts'
import {hasAbility} from '../../sanity/roles/abilities.ts'

const addsDocument = new Set<string | undefined>(['duplicate'])
const removesDocument = new Set<string | undefined>(['delete', 'unpublish', 'unpublishVersion'])

/** Whether somebody writes drafts that others publish. */
function mayOnlyDraft(user: DocumentActionsContext['currentUser']): boolean {
  return !hasAbility(user, 'publish') && (user?.roles.some(({name}) => name === 'contributor') ?? false)
}

/** Whether somebody writes drafts of a type that others publish. Claims are drafted by those who publish everything else, too. */
export function mayAskForReview({
  schemaType,
  currentUser,
}: Pick<DocumentActionsContext, 'schemaType' | 'currentUser'>): boolean {
  const draftsClaims = hasAbility(currentUser, 'publish') && !hasAbility(currentUser, 'claims')
  return mayOnlyDraft(currentUser) || (schemaType === 'claim' && draftsClaims)
}

/**
 * Removes actions that would add or remove a fixed document, and the one that sets a time for publishing where somebody may
 * not publish. A stray document of a fixed type, left by an import, can still be removed.
 */
export function limitActions(
  actions: DocumentActionComponent[],
  {schemaType, documentId, currentUser}: Pick<DocumentActionsContext, 'schemaType' | 'documentId' | 'currentUser'>,
): DocumentActionComponent[] {
  const allowed = mayOnlyDraft(currentUser) ? actions.filter(({action}) => action !== 'schedule') : actions
  if (!isFixedType(schemaType)) return allowed
  const isFixed = documentId === undefined || isFixedDocument(schemaType, getPublishedId(documentId))
  return allowed.filter(({action}) => !addsDocument.has(action) && !(isFixed && removesDocument.has(action)))
}

const copiesDocument = new Set(['copyField', 'pasteField'])

/**
 * Hides the menu's *Copy document* and *Paste document* for fixed types: pasting would replace a page by another one. Fields
 * and blocks are still copied and pasted.
 */
export function limitFieldActions(
  actions: DocumentFieldAction[],
  {documentType}: Pick<DocumentFieldActionsResolverContext, 'documentType'>,
): DocumentFieldAction[] {
  if (!isFixedType(documentType)) return actions
  return actions.map((action) => (copiesDocument.has(action.name) ? hideForDocument(action) : action))
}

/** Hides an action on the document as a whole, which is the field at its root. */
function hideForDocument({useAction, ...action}: DocumentFieldAction): DocumentFieldAction {
  return {
    ...action,
    useAction: (props) => {
      const item = useAction(props)
      return props.path.length === 0 ? {...item, hidden: true} : item
    },
  }
}
