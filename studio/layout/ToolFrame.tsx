import {Card, Container, Flex, Heading, Stack, Text} from '@sanity/ui'
import type {ReactNode} from 'react'

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

/** An error message, announced to screen readers. */
export function Problem({children}: {children: ReactNode}) {
  return (
    <Card tone="critical" padding={3} radius={2} border role="alert">
      <Text size={1}>{children}</Text>
    </Card>
  )
}
