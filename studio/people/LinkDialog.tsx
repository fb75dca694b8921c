import {Button, Card, Dialog, Flex, Stack, Text} from '@sanity/ui'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {formatTime} from '../language/formatTime.ts'
import {CopyButton} from '../layout/CopyButton.tsx'
import type {PasswordLink} from './peopleApi.ts'

/** Shows a one-time link, the only time that anybody sees it. */
export function LinkDialog({name, link, onClose}: {name: string; link: PasswordLink; onClose: () => void}) {
  return (
    <Dialog id="password-link" header={label(`${name} 的链接`, `A link for ${name}`)} width={1} onClose={onClose}>
      <Stack gap={4} padding={4}>
        <Text size={1}>
          {label(
            `把它亲自交给 ${name}，用来设置密码。谁拿到它，谁就能以 ${name} 的身份登录。`,
            `Hand it to ${name} yourself, to set a password. Whoever has it can sign in as ${name}.`,
          )}
        </Text>
        <Card border padding={3} radius={2} tone="transparent">
          <Text size={1} data-testid="password-link" style={{overflowWrap: 'anywhere', userSelect: 'all'}}>
            {link.url}
          </Text>
        </Card>
        <Text size={1} muted>
          {label(
            `只显示这一次，只能用一次，${formatTime(link.expires)} 之前有效。丢了就再生成一个。`,
            `Shown only now. It works once, until ${formatTime(link.expires)}. If it is lost, make another.`,
          )}
        </Text>
        <Flex gap={2} justify="flex-end" wrap="wrap">
          <Button mode="ghost" text={label('关闭', 'Close')} onClick={onClose} />
          <CopyButton text={link.url} />
        </Flex>
      </Stack>
    </Dialog>
  )
}
