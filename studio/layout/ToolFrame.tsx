import {Button, Card, Container, Flex, Heading, Spinner, Stack, Text} from '@sanity/ui'
import type {ReactNode} from 'react'
import {label} from '../../sanity/schema/support/bilingual.ts'

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

/** Shown while a tool has nothing else to show, and announced to screen readers. */
export function Loading() {
  return (
    <Flex align="center" gap={3} role="status">
      <Spinner muted />
      <Text muted size={1}>
        {label('正在读取…', 'Loading…')}
      </Text>
    </Flex>
  )
}
