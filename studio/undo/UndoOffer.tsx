import {Button, Flex, Text} from '@sanity/ui'
import type {PropsWithChildren} from 'react'
import {label} from '../../sanity/schema/support/bilingual.ts'

/** How long a toast with an offer to undo stays, in milliseconds. */
export const OFFER_MS = 10_000

/** The text of a toast that offers to undo what has just been done. */
export function UndoOffer({onUndo, children}: PropsWithChildren<{onUndo: () => void}>) {
  return (
    <Flex align="center" gap={3} paddingTop={2}>
      <Text muted size={1}>
        {children}
      </Text>
      <Button
        data-testid="undo-offer"
        fontSize={1}
        mode="ghost"
        onClick={onUndo}
        padding={2}
        text={label('撤销', 'Undo')}
      />
    </Flex>
  )
}
