import {Card, Flex, Stack, Text} from '@sanity/ui'
import {guideSteps} from './guideSteps.ts'

/** The steps of the guide, numbered. */
export function GuideSteps() {
  return (
    <Stack as="ol" gap={4} style={{listStyle: 'none', margin: 0, padding: 0}}>
      {guideSteps.map(({title, text}, index) => (
        <Flex align="flex-start" as="li" gap={3} key={title}>
          <Card flex="none" padding={2} radius={2} style={{minWidth: '2rem', textAlign: 'center'}} tone="primary">
            <Text size={1} weight="semibold">
              {index + 1}
            </Text>
          </Card>
          <Stack flex={1} gap={3} paddingTop={2}>
            <Text weight="semibold">{title}</Text>
            <Text muted size={1}>
              {text}
            </Text>
          </Stack>
        </Flex>
      ))}
    </Stack>
  )
}
