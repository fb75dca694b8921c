import {Button, Card, Flex, Stack, Text} from '@sanity/ui'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {type TypedText, type UnsavedTexts, useUnsavedTexts} from './UnsavedTexts.ts'

interface LeftTextsProps {
  texts: UnsavedTexts<TypedText>
  /** Whether the text of an id has a field here, or a way to one. */
  hasField: (id: string) => boolean
  /** Why they are here. */
  title: string
}

/**
 * Unsaved texts whose field is gone, such as that of an enquiry that a colleague has erased: to be copied, or given up. Otherwise
 * the browser would ask about them at each close, and nobody could say which they are.
 */
export function LeftTexts({texts, hasField, title}: LeftTextsProps) {
  const left = [...useUnsavedTexts(texts)].filter(([id]) => !hasField(id))
  if (left.length === 0) return null
  return (
    <Card border data-testid="left-texts" padding={3} radius={2} tone="caution">
      <Stack gap={3}>
        <Text size={1} weight="medium">
          {title}
        </Text>
        {left.map(([id, {text}]) => (
          <Flex align="center" gap={3} justify="space-between" key={id}>
            <Text size={1} style={{whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', userSelect: 'text'}}>
              {text || label('（清空了）', '(emptied)')}
            </Text>
            <Button
              fontSize={1}
              mode="ghost"
              onClick={() => texts.drop(id)}
              padding={2}
              text={label('不要了', 'Discard')}
            />
          </Flex>
        ))}
      </Stack>
    </Card>
  )
}
