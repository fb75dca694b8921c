import {Box, Button, Dialog, Flex, Stack, Text} from '@sanity/ui'
import {useState} from 'react'
import {label} from '../../sanity/schema/support/bilingual.ts'

interface ForgetButtonProps {
  name: string
  onForget: () => Promise<void>
}

/** Erases an enquiry, once that has been said twice. */
export function ForgetButton({name, onForget}: ForgetButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Flex>
      <Button mode="ghost" tone="critical" text={label('删除个人信息', 'Erase')} onClick={() => setAsking(true)} />
      {isAsking && (
        <Dialog
          id="forget-enquiry"
          header={label('彻底删除这条咨询？', 'Erase this enquiry for good?')}
          onClose={() => setAsking(false)}
          footer={
            <Flex gap={2} justify="flex-end" padding={3}>
              <Button mode="ghost" text={label('取消', 'Cancel')} onClick={() => setAsking(false)} />
              <Button
                tone="critical"
                text={label('彻底删除', 'Erase for good')}
                onClick={() => void onForget().then(() => setAsking(false))}
              />
            </Flex>
          }
        >
          <Box padding={4}>
            <Stack gap={3}>
              <Text size={1}>
                {label(
                  `${name} 留下的所有内容会从数据库里删除，无法恢复。`,
                  `Everything that ${name} left is deleted from the database and cannot be brought back.`,
                )}
              </Text>
              <Text size={1} muted>
                {label(
                  '已经发出的邮件和消息不受影响，请另行删除。',
                  'Mails and messages that have gone out are not affected: delete them as well.',
                )}
              </Text>
            </Stack>
          </Box>
        </Dialog>
      )}
    </Flex>
  )
}
