import {Badge, Button, Card, Flex, Stack, Text} from '@sanity/ui'
import {useToast} from '@sanity/ui/toast'
import {useRef, useState} from 'react'
import {
  type DocumentActionComponent,
  type DocumentActionDescription,
  type DocumentActionModalDialogProps,
  type DocumentActionProps,
  useClient,
  useSchema,
} from 'sanity'
import {apiVersion} from '../../sanity/env.ts'
import {
  type ContentDocument,
  documentTitle,
  isDraftId,
  objectsIn,
  publishedId,
  releaseNameOf,
} from '../../sanity/health/contentDocuments.ts'
import {editorLocale, label} from '../../sanity/schema/support/bilingual.ts'
import {FieldLink} from '../focus/FieldLink.tsx'
import {failureToast, noToast} from '../lake/reasonOf.ts'
import {wrapAction} from './wrapAction.ts'

/** A document that refers to another one, by its published id, with the field of a first reference. */
interface Referrer {
  id: string
  type: string
  title: string
  path: string
  /** The release whose version does, if neither the published one nor the draft does. */
  release: string | undefined
}

/** Returns the documents without which another one cannot be removed: the content API keeps what is strongly referred to. */
function referrersOf(id: string, documents: readonly ContentDocument[]): Referrer[] {
  const own = documents.filter((document) => publishedId(document._id) !== id && pathTo(id, document) !== undefined)
  return [...Map.groupBy(own, ({_id}) => publishedId(_id))].flatMap(([from, versions]) => {
    const edited = versions.filter(({_id}) => _id === from || isDraftId(_id))
    const [document] = [...edited.toSorted((one, other) => one._id.length - other._id.length), ...versions]
    return document
      ? {
          id: from,
          type: document._type,
          title: documentTitle({...document, _id: from}, editorLocale()),
          path: pathTo(id, document) ?? '',
          release: releaseNameOf(document._id),
        }
      : []
  })
}

function pathTo(id: string, document: ContentDocument): string | undefined {
  return objectsIn(document).find(({value}) => value._ref === id && value._weak !== true)?.path
}

/**
 * The Studio's actions that delete and unpublish, with a check before them: a document that others refer to cannot be
 * removed, so they say who refers to it instead of offering it.
 */
export const guardDelete = wrapAction(useCheckedDelete)

function useCheckedDelete(
  useDelete: DocumentActionComponent,
  props: DocumentActionProps,
): DocumentActionDescription | null {
  const original = useDelete(props)
  const client = useClient({apiVersion})
  const toast = useToast()
  const [referrers, setReferrers] = useState<Referrer[]>()
  const isChecking = useRef(false)
  if (!original) return null
  const id = publishedId(props.id)
  const check = async () => {
    if (isChecking.current) return
    isChecking.current = true
    try {
      const documents = await client.fetch<ContentDocument[]>('*[references($id)]', {id}, {perspective: 'raw'})
      toast.push(noToast(`references-${id}`))
      const found = referrersOf(id, documents)
      if (found.length > 0) setReferrers(found)
      else original.onHandle?.()
    } catch (error) {
      toast.push(
        failureToast(
          `references-${id}`,
          label('没能检查谁引用了它，请再试一次。', 'Could not check which documents refer to it. Try again.'),
          error,
        ),
      )
    } finally {
      isChecking.current = false
    }
  }
  const close = () => setReferrers(undefined)
  return {
    ...original,
    onHandle: () => void check(),
    dialog: referrers ? referrersDialog(referrers, close) : (original.dialog ?? null),
  }
}

function referrersDialog(referrers: readonly Referrer[], onClose: () => void): DocumentActionModalDialogProps {
  const count = referrers.length
  return {
    type: 'dialog',
    header: label('现在不能撤下或删除', 'This cannot be taken down or deleted yet'),
    width: 'medium',
    onClose,
    content: (
      <Stack data-testid="delete-refused" gap={4}>
        <Text size={1}>
          {label(
            `有 ${count} 份文档引用它，请先从那里去掉：`,
            count === 1
              ? '1 document refers to it. Take it out there first:'
              : `${count} documents refer to it. Take it out of them first:`,
          )}
        </Text>
        <ReferrerList referrers={referrers} onFollow={onClose} />
      </Stack>
    ),
    footer: (
      <Card padding={3} borderTop>
        <Flex justify="flex-end">
          <Button mode="bleed" onClick={onClose} text={label('知道了', 'Close')} />
        </Flex>
      </Card>
    ),
  }
}

function ReferrerList({referrers, onFollow}: {referrers: readonly Referrer[]; onFollow: () => void}) {
  const schema = useSchema()
  return (
    <Stack as="ul" gap={3} style={{margin: 0, padding: 0, listStyle: 'none'}}>
      {referrers.map(({id, type, title, path, release}) => (
        <Flex align="baseline" as="li" gap={3} key={id} wrap="wrap">
          <Text size={1}>
            <FieldLink id={id} type={type} path={path} release={release} onFollow={onFollow}>
              {title}
            </FieldLink>
          </Text>
          <Text muted size={1}>
            {schema.get(type)?.title}
          </Text>
          {release && <Badge>{label('在发布计划里', 'In a release')}</Badge>}
        </Flex>
      ))}
    </Stack>
  )
}
