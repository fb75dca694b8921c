import {Card, Stack, Text} from '@sanity/ui'
import type {PropsWithChildren} from 'react'
import {useWorkspace} from 'sanity'
import {isFixedType} from '../../sanity/fixedDocuments.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'

interface FormOfProps {
  document: {_id: string; _type: string; _createdAt?: unknown}
}

/** A document's form, or a way back where nobody can make the document that an address names. */
export function FormOf({document, children}: PropsWithChildren<FormOfProps>) {
  const {basePath} = useWorkspace()
  if (!isFixedType(document._type) || document._createdAt !== undefined) return children
  return (
    <Card border data-testid="no-such-document" padding={4} radius={2} tone="caution">
      <Stack gap={4}>
        <Text size={1}>
          {label(
            '没有这份文档：网址可能写错了，或者它已经删除。',
            'There is no such document: the address may be mistyped, or it was deleted.',
          )}
        </Text>
        <Text size={1}>
          <a href={`${basePath.replace(/\/$/, '')}/structure/siteMap`}>{label('去网站地图', 'Go to the site map')}</a>
        </Text>
      </Stack>
    </Card>
  )
}
