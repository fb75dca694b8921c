import {Box, Button, Card, Flex, Stack, Text, TextArea} from '@sanity/ui'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {useBusy} from '../layout/useBusy.ts'
import {type TypedText, UnsavedTexts, useTypedText} from '../saving/UnsavedTexts.ts'

interface NoteFormProps {
  /** What the note is about: an unsent one is there again when its form is. */
  id: string
  title: string
  submit: string
  /** The other person's note. */
  intro?: string | undefined
  before?: string
  isRequired?: boolean
  /** Returns whether the note was sent. */
  onSubmit: (note: string) => Promise<boolean>
}

/** Notes that are not sent yet, by what they are about. */
export const unsentNotes = new UnsavedTexts<TypedText>()

/** A note and the button that sends it. */
export function NoteForm({id, title, submit, intro, before = '', isRequired = false, onSubmit}: NoteFormProps) {
  const note = useTypedText(unsentNotes, id, before)
  const {isBusy, run} = useBusy()
  const send = async () => {
    if (await onSubmit(note.text.trim())) unsentNotes.drop(id)
  }
  return (
    <Stack gap={4}>
      {intro && (
        <Card tone="caution" padding={3} radius={2} border>
          <Text size={1} style={{whiteSpace: 'pre-wrap', overflowWrap: 'anywhere'}}>
            {label('退回时的留言：', 'Returned with: ')}
            {intro}
          </Text>
        </Card>
      )}
      <Box>
        <TextArea
          aria-label={title}
          placeholder={title}
          rows={4}
          readOnly={isBusy}
          value={note.text}
          onChange={({currentTarget}) => note.type(currentTarget.value)}
        />
      </Box>
      <Flex justify="flex-end">
        <Button
          tone="primary"
          text={submit}
          disabled={isRequired && note.text.trim() === ''}
          loading={isBusy}
          onClick={() => void run(send)}
        />
      </Flex>
    </Stack>
  )
}
