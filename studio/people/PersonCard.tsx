import {Badge, Button, Card, Flex, Stack, Text} from '@sanity/ui'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {formatTime} from '../language/formatTime.ts'
import type {People, Person} from './peopleApi.ts'
import {roleTitle} from './roleTitles.ts'

export type PersonTask = 'change' | 'renewLink' | 'endSessions' | 'remove'

interface PersonCardProps {
  person: Person
  roles: People['roles']
  isYou: boolean
  onTask: (task: PersonTask) => void
}

/** A person with roles and sessions, and the tasks that are possible. */
export function PersonCard({person, roles, isYou, onTask}: PersonCardProps) {
  const {id, name, email, hasPassword, sessions} = person
  const actions: [PersonTask, string][] = [
    ['change', label('修改', 'Change')],
    ['renewLink', hasPassword ? label('重设密码', 'Reset password') : label('新的链接', 'New link')],
    ['endSessions', label('退出所有设备', 'Sign out everywhere')],
    ['remove', label('移除', 'Remove')],
  ]
  // One's own password and devices have a page of their own.
  const offered = actions.filter(
    ([task]) => !(isYou && task !== 'change') && !(task === 'endSessions' && sessions === 0),
  )
  return (
    <Card border padding={4} radius={2} data-testid={`person-${id}`}>
      <Flex gap={4} justify="space-between" align="flex-start" wrap="wrap">
        <Stack gap={3} flex={1} style={{minInlineSize: '15rem'}}>
          <Flex gap={2} align="center" wrap="wrap">
            <Text size={2} weight="semibold">
              {name}
            </Text>
            {isYou && (
              <Text size={1} muted>
                {label('（您）', '(you)')}
              </Text>
            )}
            {person.roles.map((role) => (
              <Badge key={role} tone={role === 'administrator' ? 'caution' : 'primary'}>
                {roleTitle(roles.find((one) => one.name === role) ?? {name: role, title: role})}
              </Badge>
            ))}
          </Flex>
          <Text size={1} muted style={{overflowWrap: 'anywhere'}}>
            {[id, email].filter(Boolean).join(' · ')}
          </Text>
          <Text size={1} muted={hasPassword}>
            {stateOf(person)}
          </Text>
        </Stack>
        <Flex gap={1} wrap="wrap" style={{marginInline: '-0.75rem'}}>
          {offered.map(([task, text]) => (
            <Button
              key={task}
              mode="bleed"
              tone={task === 'remove' ? 'critical' : 'default'}
              text={text}
              aria-label={`${text}: ${name}`}
              onClick={() => onTask(task)}
            />
          ))}
        </Flex>
      </Flex>
    </Card>
  )
}

function stateOf({hasPassword, linkExpires, sessions, lastUsed}: Person): string {
  if (!hasPassword) {
    return linkExpires === null
      ? label('还没有密码，链接已过期。', 'No password yet, and the link has expired.')
      : label(
          `还没有设置密码，链接到 ${formatTime(linkExpires)} 为止有效。`,
          `Has not set a password yet; the link is valid until ${formatTime(linkExpires)}.`,
        )
  }
  if (lastUsed === null) return label('现在没有登录。', 'Not signed in.')
  return label(
    `在 ${sessions} 台设备上登录，最近使用：${formatTime(lastUsed)}`,
    `Signed in on ${sessions} ${sessions === 1 ? 'device' : 'devices'}, last used ${formatTime(lastUsed)}`,
  )
}
