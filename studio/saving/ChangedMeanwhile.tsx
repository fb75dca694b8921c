import {Button, Card, Flex, Stack, Text} from '@sanity/ui'
import {hint, label} from '../../sanity/schema/support/bilingual.ts'
import type {useTypedText} from './UnsavedTexts.ts'

interface ChangedMeanwhileProps {
  typed: ReturnType<typeof useTypedText>
  /** Between the two texts, if both are kept. */
  separator: string
}

/** The text that a colleague has stored while another was typed in its field, and the choice between them. */
export function ChangedMeanwhile({typed: {text, stored, isOvertaken, type}, separator}: ChangedMeanwhileProps) {
  if (!isOvertaken) return null
  const choices = [
    [label('两段都留', 'Keep both'), [stored, text].filter(Boolean).join(separator)],
    [label('留我写的', 'Keep mine'), text],
    [label('留同事写的', 'Keep theirs'), stored],
  ] as const
  return (
    <Card border data-testid="changed-meanwhile" padding={3} radius={2} role="alert" tone="caution">
      <Stack gap={3}>
        <Text size={1} weight="medium">
          {stored
            ? hint('您写的时候，同事把它改成了：', 'While you were writing, a colleague changed it to:')
            : hint('您写的时候，同事把它清空了。', 'While you were writing, a colleague emptied it.')}
        </Text>
        {stored && (
          <Text size={1} style={{whiteSpace: 'pre-wrap', overflowWrap: 'anywhere'}}>
            {stored}
          </Text>
        )}
        <Flex gap={2} wrap="wrap">
          {choices.map(([name, kept]) => (
            <Button fontSize={1} key={name} mode="ghost" onClick={() => type(kept, stored)} padding={2} text={name} />
          ))}
        </Flex>
      </Stack>
    </Card>
  )
}
