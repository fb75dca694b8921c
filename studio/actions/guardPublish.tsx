import {useToast} from '@sanity/ui/toast'
import {useEffect, useRef, useState} from 'react'
import {
  type DocumentActionComponent,
  type DocumentActionDescription,
  type DocumentActionProps,
  useClient,
  useCurrentUser,
  useDocumentPairPermissions,
  useSyncState,
  useValidationStatus,
} from 'sanity'
import {apiVersion} from '../../sanity/env.ts'
import type {ContentDocument} from '../../sanity/health/ContentDocument.ts'
import {publishedOnly} from '../../sanity/health/perspectives.ts'
import {publishability} from '../../sanity/health/publishability.ts'
import {may} from '../../sanity/roles/abilities.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {type Judgement, judgementOf} from './judgementOf.ts'
import {publishDialog} from './publishDialog.tsx'

const allPublished = '*[!(_type match "system.*")]'

const guarded = new WeakMap<DocumentActionComponent, DocumentActionComponent>()

/**
 * The Studio's publish action behind a judge: what would break a page, or an unproven or expired claim, is refused with
 * the reasons; what visitors would notice, such as English pages that show Chinese, takes a second, deliberate click.
 */
export function guardPublish(publish: DocumentActionComponent): DocumentActionComponent {
  const known = guarded.get(publish)
  if (known) return known
  // Always the same function for the same action: the Studio asks for its actions at every rendering, and keeps the
  // state of those that it knows.
  const {action} = publish
  const judged = Object.assign((props: DocumentActionProps) => useJudgedPublish(publish, props), {action})
  guarded.set(publish, judged)
  return judged
}

function useJudgedPublish(
  usePublish: DocumentActionComponent,
  props: DocumentActionProps,
): DocumentActionDescription | null {
  const {id, type, draft} = props
  const original = usePublish(props)
  const latest = useRef<DocumentActionDescription | null>(original)
  const {validation, isValidating, revision} = useValidationStatus(draft?._id ?? id, type, true)
  const {isSyncing} = useSyncState(id, type)
  const [permission] = useDocumentPairPermissions({id, type, permission: 'publish'})
  const client = useClient({apiVersion})
  const toast = useToast()
  const [judgement, setJudgement] = useState<Judgement>()
  const [isAsked, setIsAsked] = useState(false)
  const isJudging = useRef(false)
  const currentUser = useCurrentUser()
  const errors = validation.filter(({level}) => level === 'error')
  // The Studio checks a document some time after it was saved: until then its errors are those of before.
  const isSettled = !isSyncing && !isValidating && revision === draft?._rev

  const close = () => setJudgement(undefined)
  const proceed = () => {
    close()
    latest.current?.onHandle?.()
  }
  const judge = async (document: ContentDocument) => {
    // A second press while the first is being judged; the button stays as it is, since nothing is published yet.
    if (isJudging.current) return
    isJudging.current = true
    try {
      const published = await client.fetch<ContentDocument[]>(allPublished, {}, {perspective: 'published'})
      const judged = judgementOf(publishability(document, publishedOnly(published), new Date()), errors, document)
      if (judged.verdict === 'publish') proceed()
      else setJudgement(judged)
    } catch (error) {
      toast.push({
        status: 'error',
        title: label('没能检查，所以没有发布。请再试一次。', 'Not published, as it could not be checked. Try again.'),
        description: error instanceof Error ? error.message : String(error),
      })
    } finally {
      isJudging.current = false
    }
  }
  useEffect(() => {
    latest.current = original
    if (!isAsked || (draft && !isSettled)) return
    setIsAsked(false)
    if (draft) void judge(draft)
  })

  if (!original || !draft) return original
  if (type === 'claim' && !may(currentUser, 'claims')) {
    const title = label('数据由审核人批准并发布。', 'Claims are approved and published by reviewers.')
    return {...original, disabled: true, title}
  }
  // The Studio's button is dead while a field has an error; this one says which, and why.
  const mayAsk = !original.disabled || (errors.length > 0 && permission?.granted === true)
  return {
    ...original,
    disabled: !mayAsk,
    shortcut: 'Ctrl+Alt+P',
    ...(isAsked && {title: label('正在保存和检查，随后发布。', 'Saving and checking; publishing follows.')}),
    onHandle: () => setIsAsked(true),
    dialog: judgement ? publishDialog({judgement, document: draft, onClose: close, onPublish: proceed}) : null,
  }
}
