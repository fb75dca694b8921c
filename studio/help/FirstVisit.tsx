import {Box, Button, Dialog, Flex, Stack, Text} from '@sanity/ui'
import {useId, useState} from 'react'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {GuideSteps} from './GuideSteps.tsx'

const key = 'site-content.guide-seen'

/** Opens the guide in a dialog on an editor's first visit. */
export function FirstVisit() {
  const id = useId()
  const [open, setOpen] = useState(() => !wasSeen())
  if (!open) return null
  const close = () => {
    setOpen(false)
    rememberSeen()
  }
  return (
    <Dialog
      footer={
        <Flex align="center" gap={3} justify="space-between" paddingX={4} paddingY={3} wrap="wrap">
          <Text muted size={1}>
            {label('以后从“使用指南”里随时能看。', 'You find this again under Guide.')}
          </Text>
          <Button data-testid="first-visit-close" onClick={close} text={label('开始', 'Start')} tone="primary" />
        </Flex>
      }
      header={label('欢迎：怎样修改网站', 'Welcome: how to change the site')}
      id={id}
      onClose={close}
      width={1}
    >
      <Box padding={4}>
        <Stack data-testid="first-visit" gap={4}>
          <GuideSteps />
        </Stack>
      </Box>
    </Dialog>
  )
}

/** Browsers may refuse access to their storage. */
function wasSeen(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/** Where the storage is full or refused, the guide opens again on the next visit. */
function rememberSeen(): void {
  try {
    localStorage.setItem(key, new Date().toISOString())
  } catch {}
}
