import {useToast} from '@sanity/ui/toast'
import {useState} from 'react'
import {type DocumentActionComponent, type DocumentActionProps, useClient, useCurrentUser} from 'sanity'
import {apiVersion} from '../../sanity/env.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {failureToast, isConflict} from '../lake/reasonOf.ts'
import {NoteForm} from './NoteForm.tsx'
import {askForReview, useReviewRequests} from './reviewRequests.ts'

/** The document action of those who may only draft a document: asks others to review and publish, with a note. */
export const reviewAction: DocumentActionComponent = ({id, type, draft, onComplete}: DocumentActionProps) => {
  const client = useClient({apiVersion})
  const currentUser = useCurrentUser()
  const toast = useToast()
  const {requests} = useReviewRequests()
  const [isOpen, setOpen] = useState(false)
  const own = requests?.find(({documentId, requestedBy}) => documentId === id && requestedBy === currentUser?.id)
  const close = () => {
    setOpen(false)
    onComplete()
  }
  const send = async (note: string) => {
    if (!currentUser) return false
    try {
      await askForReview(client, {documentId: id, documentType: type, person: currentUser.id, note, former: own})
      toast.push({id: `review-${id}`, status: 'success', title: label('已请求审核。', 'Review requested.')})
      close()
      return true
    } catch (error) {
      const title = isConflict(error)
        ? label(
            '没有送出：同事刚退回了这份草稿。请看看退回时的留言，再送一次。',
            'Not sent: a colleague has just returned this draft. Read what they wrote, then send it again.',
          )
        : label('没有送出，请再试一次。', 'Not sent. Try again.')
      toast.push(failureToast(`review-${id}`, title, error))
      return false
    }
  }
  return {
    label:
      own?.state === 'asked'
        ? label('已请求审核', 'Review requested')
        : own
          ? label('被退回，再请求', 'Returned: ask again')
          : label('请求审核', 'Request review'),
    tone: 'primary',
    disabled: !draft,
    title: draft
      ? label('请能发布的同事审核并发布。', 'Ask those who may publish to review this.')
      : label('还没有修改。', 'There are no changes yet.'),
    onHandle: () => setOpen(true),
    dialog: isOpen && {
      type: 'dialog',
      header: label('请求审核', 'Request review'),
      onClose: close,
      content: (
        <NoteForm
          id={`ask ${id}`}
          title={label('给审核人的留言（选填）', 'A note for the reviewer (optional)')}
          submit={label('请求审核', 'Request review')}
          intro={own?.answer}
          before={own?.note ?? ''}
          onSubmit={send}
        />
      ),
    },
  }
}
