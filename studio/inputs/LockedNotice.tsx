import {Card, Text} from '@sanity/ui'
import {type PropsWithChildren, useState} from 'react'
import {type SanityDocument, useDocumentValuePermissions, usePerspective, useUserListWithPermissions} from 'sanity'
import {languageTags} from '../../lib/locales.ts'
import {editorLocale, label} from '../../sanity/schema/support/bilingual.ts'
import {editedId} from '../undo/ownSteps.ts'

/** Number of people to name. */
const maxNamed = 4

/** Above a locked form: the names of people who may change the document, or where one can change it oneself. */
export function LockedNotice({document}: {document: {_id: string; _type: string}}) {
  // The document as it was when the form was opened: others may be editing it.
  const [documentValue] = useState({_rev: '', _createdAt: '', _updatedAt: '', ...document, _id: editedId(document._id)})
  const [rights] = useDocumentValuePermissions({document: documentValue, permission: 'update'})
  const {selectedPerspective} = usePerspective()
  if (rights?.granted === false) return <Names documentValue={documentValue} />
  if (!rights || selectedPerspective !== 'published') return null
  return (
    <Notice>
      {label(
        '这里是已发布的内容，只能看。要修改，请在顶部把“已发布”换成“草稿”。',
        'This is what is published, and can only be read. To change it, choose Drafts instead of Published at the top.',
      )}
    </Notice>
  )
}

function Notice({children}: PropsWithChildren) {
  return (
    <Card border data-testid="locked-notice" padding={3} radius={2} tone="primary">
      <Text size={1}>{children}</Text>
    </Card>
  )
}

function Names({documentValue}: {documentValue: SanityDocument}) {
  const {data, loading} = useUserListWithPermissions({documentValue, permission: 'update'})
  if (loading) return null
  const names = (data ?? []).flatMap(({granted, displayName}) => (granted && displayName ? [displayName] : []))
  const list = new Intl.ListFormat(languageTags[editorLocale()], {style: 'narrow'}).format(names.slice(0, maxNamed))
  return (
    <Notice>
      {list
        ? label(
            `可以修改这份文档的人：${list}。请他们来改。`,
            `These people can change this document: ${list}. Ask one of them.`,
          )
        : label('您不能修改这份文档。请联系管理员。', 'You may not change this document. Ask an administrator.')}
    </Notice>
  )
}
