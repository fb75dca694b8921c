import {Flex, Spinner} from '@sanity/ui'

/** A spinner in the middle of a pane. */
export function LoadingPane() {
  return (
    <Flex align="center" justify="center" padding={6}>
      <Spinner muted />
    </Flex>
  )
}
