import {useToast} from '@sanity/ui/toast'
import {useEffect, useMemo, useRef, useState, useSyncExternalStore} from 'react'
import {
  DEFAULT_STUDIO_CLIENT_OPTIONS,
  type FormPatch,
  isArraySchemaType,
  isObjectSchemaType,
  isReleaseDocument,
  isReleaseScheduledOrScheduling,
  type SchemaType,
  toMutationPatches,
  useClient,
  useCurrentUser,
  useDocumentOperation,
  useDocumentPairPermissions,
  useResolveInitialValueForType,
  useSchema,
} from 'sanity'
import type {PreviewHeaderProps} from 'sanity/presentation'
import {useRouter} from 'sanity/router'
import {isObject} from '../../lib/json.ts'
import {
  type BlockEdit,
  type BlocksShown,
  type BlockWords,
  isBlockEdit,
  isBlocksWanted,
  isPageUndo,
} from '../../lib/previewMessages.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {goToField, isFormOpen} from '../focus/goToField.ts'
import {BlockPicker} from '../inputs/BlockPicker.tsx'
import {failureToast, noToast} from '../lake/reasonOf.ts'
import {edits} from '../saving/saving.ts'
import {canEditAt} from '../undo/canEditAt.ts'
import {editedId} from '../undo/ownSteps.ts'
import {removes, type Step} from '../undo/steps.ts'
import {OFFER_MS, UndoOffer} from '../undo/UndoOffer.tsx'
import {useSteps} from '../undo/UndoScope.tsx'
import {type Block, blocksOf, copyOf, insertBelow, moveBlock, newBlockKey, removal} from './blockEdits.ts'
import {onPageMessage} from './previewNavigation.ts'
import {useShownDocument} from './useShownDocument.ts'

interface PageBlocksProps extends Pick<PreviewHeaderProps, 'iframeRef' | 'presentationRef' | 'targetOrigin'> {
  /** Published id of the page in the preview. */
  id: string
}

/**
 * Tells the page in the preview its blocks, and applies to the draft what is done to them there: as an edit of the form,
 * with its rights, its history and its undo.
 */
export function PageBlocks({id, iframeRef, presentationRef, targetOrigin}: PageBlocksProps) {
  const schema = useSchema()
  const {page, canEdit, apply, move, whenMoved} = usePageDraft(id)
  const blocks = useMemo(() => blocksOf(page), [page])
  const clicksEdit = useSyncExternalStore(
    (changed) => presentationRef.subscribe(changed).unsubscribe,
    () => presentationRef.getSnapshot().context.visualEditingOverlaysEnabled,
  )
  const [addsBelow, setAddsBelow] = useState<string>()
  const initialValueOf = useResolveInitialValueForType()
  const router = useRouter()
  const {take} = useSteps(page ?? {_id: id, _type: 'page'}, true)
  const offerUndo = useOfferOfUndo(id, (wanted) => take('undo', wanted))

  const type = schema.get('page')
  const field = isObjectSchemaType(type) ? type.fields.find(({name}) => name === 'blocks')?.type : undefined
  const types = isArraySchemaType(field) ? field.of : none
  const titles = new Map(types.map(({name, title}) => [name, title ?? name]))
  const shown: BlocksShown = {
    type: 'site/blocks',
    id,
    blocks: blocks.map(({_key, _type}) => ({key: _key, title: titles.get(_type) ?? _type})),
    words: canEdit && clicksEdit ? words : undefined,
  }
  const message = JSON.stringify(shown)
  const isKnown = page !== undefined

  const addBelow = (key: string, block: Block) => {
    apply([insertBelow(key, block)])
    const path = `blocks[_key=="${block._key}"]`
    if (!goToField({id, path})) router.navigateIntent('edit', {id, type: 'page', path})
  }
  const receive = (data: unknown) => {
    if (canEdit && isPageUndo(data) && data.id === id) void whenMoved().then(() => take(data.direction))
    if (!canEdit || !isBlockEdit(data) || data.id !== id) return
    const block = blocks.find(({_key}) => _key === data.key)
    if (!block) return
    if (data.edit === 'add') setAddsBelow(data.key)
    else if (data.edit === 'duplicate') addBelow(data.key, copyOf(block))
    else if (data.edit === 'remove') {
      apply([removal(data.key)])
      offerUndo(titles.get(block._type) ?? block._type, data.key)
    } else move(data)
  }
  const latest = useRef({shown, receive})
  useEffect(() => {
    latest.current = {shown, receive}
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: sends again when the message is another one
  useEffect(() => {
    if (!isKnown) return
    const send = () => iframeRef.current?.contentWindow?.postMessage(latest.current.shown, targetOrigin)
    send()
    return onPageMessage({iframeRef, targetOrigin}, (data) => {
      if (isBlocksWanted(data)) send()
      else latest.current.receive(data)
    })
  }, [message, isKnown, iframeRef, targetOrigin])

  if (addsBelow === undefined) return null
  const pick = async (name: string) => {
    const blockType = types.find((candidate) => candidate.name === name)
    if (!blockType) return
    const initial: unknown = await initialValueOf(blockType, {})
    addBelow(addsBelow, {...(isObject(initial) ? initial : {}), _type: name, _key: newBlockKey()})
  }
  return <BlockPicker close={() => setAddsBelow(undefined)} pick={(name) => void pick(name)} types={types} />
}

/** The draft or version of a page that is shown, whether this person can edit its blocks, and functions that do. */
function usePageDraft(id: string) {
  const schema = useSchema()
  const user = useCurrentUser()
  const client = useClient(DEFAULT_STUDIO_CLIENT_OPTIONS)
  const toast = useToast()
  /** Moves are made one after the other: each is by a place in the order that the one before has left. */
  const moves = useRef(Promise.resolve())
  const {shown: page, isEdited, ready, release, selectedPerspective} = useShownDocument(id, 'page')
  const {patch, commit} = useDocumentOperation(id, 'page', release)
  const [rights] = useDocumentPairPermissions({
    id,
    type: 'page',
    permission: 'update',
    ...(release ? {version: release} : {}),
  })
  const isLocked = isReleaseDocument(selectedPerspective) && isReleaseScheduledOrScheduling(selectedPerspective)
  const canEdit =
    ready &&
    isEdited &&
    !isLocked &&
    !patch.disabled &&
    rights?.granted === true &&
    page !== null &&
    canEditAt(schema, user, page, ['blocks'])
  const apply = (patches: FormPatch[]) => {
    if (patches.length === 0 || patch.disabled) return
    patch.execute(toMutationPatches(patches))
    // Commits at once, as the preview waits for it.
    if (!commit.disabled) commit.execute()
  }
  const move = (edit: BlockEdit) => {
    if (!page) return
    const run = async () => {
      await edits.whenSaved([id])
      await moveBlock(client, editedId(page._id), edit)
      toast.push(noToast(`move-${id}`))
    }
    moves.current = moves.current.then(run).catch((error: unknown) => {
      toast.push(failureToast(`move-${id}`, label('没有移动，请再试一次。', 'Not moved. Try again.'), error))
    })
  }
  return {page: ready && page ? page : undefined, canEdit, apply, move, whenMoved: () => moves.current}
}

/**
 * Returns a function that offers to undo a deletion. It does nothing while the page's own form is open, which offers it
 * as well.
 */
function useOfferOfUndo(id: string, undo: (wanted: (step: Step) => boolean) => void) {
  const toast = useToast()
  return (title: string, key: string) => {
    if (isFormOpen(id)) return
    toast.push({
      id: `deleted-${key}`,
      closable: true,
      title: label('已删除', 'Deleted'),
      duration: OFFER_MS,
      description: <UndoOffer onUndo={() => undo((step) => removes(step, key))}>{title}</UndoOffer>,
    })
  }
}

const none: readonly SchemaType[] = []

const words: BlockWords = {
  drag: label('拖动，或用上下键移动', 'Drag, or move with the arrow keys'),
  up: label('上移', 'Move up'),
  down: label('下移', 'Move down'),
  add: label('在下面添加内容块', 'Add a block below'),
  duplicate: label('复制', 'Duplicate'),
  remove: label('删除', 'Delete'),
}
