import {Card, Text} from '@sanity/ui'
import {useState} from 'react'
import {type SanityDocument, useDocumentValuePermissions, useUserListWithPermissions} from 'sanity'
import {languageTags} from '../../lib/locales.ts'
import {editorLocale, label} from '../../sanity/schema/support/bilingual.ts'
import {editedId} from '../undo/ownSteps.ts'

/** Number of people to name. */
const maxNamed = 4

/** Above the form of a document that this person may not change: the names of people who may. */
export function WhomToAsk({document}: {document: {_id: string; _type: string}}) {
  // As it was when it was opened: others may be writing in it.
  const [documentValue] = useState({_rev: '', _createdAt: '', _updatedAt: '', ...document, _id: editedId(document._id)})
  const [rights] = useDocumentValuePermissions({document: documentValue, permission: 'update'})
  return rights?.granted === false ? <Names documentValue={documentValue} /> : null
}

function Names({documentValue}: {documentValue: SanityDocument}) {
  const {data, loading} = useUserListWithPermissions({documentValue, permission: 'update'})
  if (loading) return null
  const names = (data ?? []).flatMap(({granted, displayName}) => (granted && displayName ? [displayName] : []))
  const list = new Intl.ListFormat(languageTags[editorLocale()], {style: 'narrow'}).format(names.slice(0, maxNamed))
  return (
    <Card border data-testid="whom-to-ask" padding={3} radius={2} tone="primary">
      <Text size={1}>
        {list
          ? label(
              `可以修改这份文档的人：${list}。请他们来改。`,
              `These people can change this document: ${list}. Ask one of them.`,
            )
          : label('您不能修改这份文档。请联系管理员。', 'You may not change this document. Ask an administrator.')}
      </Text>
    </Card>
  )
}
