import {Button, Card, Container, Flex, Heading, Spinner, Stack, Text} from '@sanity/ui'
import {type ReactNode, useEffect, useState} from 'react'
import {hint, label} from '../../sanity/schema/support/bilingual.ts'

interface ToolFrameProps {
  title: string
  description: string
  /** Beside the title: the tool's main buttons. */
  action?: ReactNode
  children: ReactNode
}

/** The frame of a Studio tool: one column that scrolls, below its title. */
export function ToolFrame({title, description, action, children}: ToolFrameProps) {
  return (
    <Card as="main" height="fill" overflow="auto">
      <Container width={2} paddingX={4} paddingY={5}>
        <Stack gap={5}>
          <Flex gap={3} justify="space-between" align="flex-end" wrap="wrap">
            <Stack gap={3} flex={1} style={{minWidth: 220}}>
              <Heading as="h1" size={2}>
                {title}
              </Heading>
              <Text size={1} muted>
                {description}
              </Text>
            </Stack>
            {action}
          </Flex>
          {children}
        </Stack>
      </Container>
    </Card>
  )
}

interface ProblemProps {
  /** Offers to try again; left out where that happens by itself, or does not help. */
  onRetry?: (() => void) | undefined
  children: ReactNode
}

/** An error message, announced to screen readers. */
export function Problem({onRetry, children}: ProblemProps) {
  return (
    <Card tone="critical" padding={3} radius={2} border role="alert">
      <Flex align="center" gap={3} justify="space-between" wrap="wrap">
        <Text size={1}>{children}</Text>
        {onRetry && (
          <Button fontSize={1} mode="ghost" onClick={onRetry} padding={2} text={label('再试一次', 'Try again')} />
        )}
      </Flex>
    </Card>
  )
}

/** After so many milliseconds without an answer something is wrong: the server answers in a fraction of a second. */
const SLOW_MS = 8000

/** Shown while a tool has nothing else to show, and announced to screen readers; after some seconds it says what is amiss. */
export function Loading() {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Stack gap={4}>
      <Flex align="center" gap={3} role="status">
        <Spinner muted />
        <Text muted size={1}>
          {label('正在读取…', 'Loading…')}
        </Text>
      </Flex>
      {isSlow && (
        <Problem>
          {hint(
            '服务器一直没有回应。请检查网络；一有回应，内容会自动出现。如果过几分钟还是这样，请告诉管理员。',
            'The server does not answer. Check your connection: the content appears by itself as soon as there is an answer. If this lasts for some minutes, tell an administrator.',
          )}
        </Problem>
      )}
    </Stack>
  )
}
