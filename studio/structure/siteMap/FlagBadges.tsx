import {Badge, Flex, Text} from '@sanity/ui'
import {label} from '../../../sanity/schema/support/bilingual.ts'
import {flagWords} from './flagWords.ts'
import {type PageFlag, pageFlags} from './pageStates.ts'

/** A page's state as badges; one without a blemish is simply published. */
export function FlagBadges({flags}: {flags: ReadonlySet<PageFlag>}) {
  const shown = pageFlags.filter((flag) => flags.has(flag))
  return (
    <Flex gap={1} wrap="wrap">
      {shown.map((flag) => (
        <Badge key={flag} title={flagWords[flag].meaning} tone={flagWords[flag].tone}>
          {flagWords[flag].title}
        </Badge>
      ))}
      {shown.length === 0 && (
        <Text muted size={0}>
          {label('已发布', 'Published')}
        </Text>
      )}
    </Flex>
  )
}
