import {Button, Card, Dialog, Flex, Stack, Text} from '@sanity/ui'
import {useToast} from '@sanity/ui/toast'
import {useState} from 'react'
import {useClient} from 'sanity'
import {apiVersion} from '../../sanity/env.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {failureToast} from '../lake/reasonOf.ts'
import type {Picture} from './pictures.ts'
import {alternativeIds, unsavedAlternatives} from './unsavedAlternatives.ts'

/** Asks before pictures that nothing shows are deleted. All of them are, or none: somebody may use one meanwhile. */
export function DeleteDialog({pictures, onClose}: {pictures: readonly Picture[]; onClose: () => void}) {
  const client = useClient({apiVersion})
  const toast = useToast()
  // The pictures as they were when the question was asked.
  const [asked] = useState(pictures)
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      const transaction = asked.reduce((all, {id}) => all.delete(id), client.transaction())
      await transaction.commit({tag: 'pictures'})
      for (const id of asked.flatMap(alternativeIds)) unsavedAlternatives.drop(id)
      toast.push({
        id: 'delete-pictures',
        status: 'success',
        title: label(`删除了 ${asked.length} 张图片。`, `${asked.length} deleted.`),
      })
      onClose()
    } catch (error) {
      toast.push(failureToast('delete-pictures', label('没有删除。', 'Nothing was deleted.'), error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      id="delete-pictures"
      header={label(
        `删除 ${asked.length} 张图片`,
        asked.length === 1 ? 'Delete a picture' : `Delete ${asked.length} pictures`,
      )}
      onClose={onClose}
      width={1}
    >
      <Stack gap={4} padding={4}>
        <Text size={1}>
          {label(
            '没有文档用到它们，草稿和发布计划里也没有。删除后不能恢复；把文档改回用过它们的旧版本时，图片会缺失。',
            `No document uses ${asked.length === 1 ? 'it' : 'them'}, nor any draft or release. This cannot be undone: a document restored to a version that showed ${asked.length === 1 ? 'it' : 'one of them'} will lack it.`,
          )}
        </Text>
        <Card border padding={3} radius={2} style={{maxHeight: '40vh', overflow: 'auto'}}>
          <Stack gap={3}>
            {asked.map(({id, name}) => (
              <Text key={id} size={1} style={{overflowWrap: 'anywhere'}}>
                {name}
              </Text>
            ))}
          </Stack>
        </Card>
        <Flex gap={2} justify="flex-end">
          <Button mode="ghost" onClick={onClose} text={label('取消', 'Cancel')} />
          <Button loading={isBusy} onClick={() => void remove()} text={label('删除', 'Delete')} tone="critical" />
        </Flex>
      </Stack>
    </Dialog>
  )
}
