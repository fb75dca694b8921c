import {Box} from '@sanity/ui'
import {Loading} from '../layout/ToolFrame.tsx'

/** Shown in a pane until its documents are there. */
export function LoadingPane() {
  return (
    <Box padding={4}>
      <Loading />
    </Box>
  )
}
