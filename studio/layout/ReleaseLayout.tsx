import type {SanityClient} from '@sanity/client'
import {Box, Card, Flex, Stack, Text} from '@sanity/ui'
import type {ActiveToolLayoutProps} from 'sanity'
import {useRouterState} from 'sanity/router'
import {publishedId} from '../../sanity/health/contentDocuments.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {expiredByRelease} from '../actions/expiredClaims.ts'
import {ProblemList} from '../actions/publishCheck.tsx'
import {takenBackByRelease} from '../actions/takenBack.ts'
import {useLiveQuery} from '../lake/useLiveQuery.ts'

/**
 * Adds to the screen of a release, below its buttons, what publishing it would take back, and where it quotes a claim that has expired
 * by its time. Leaves other tools as they are.
 */
export function ReleaseLayout(props: ActiveToolLayoutProps) {
  const name = useRouterState(({releaseId}) =>
    typeof releaseId === 'string' ? decodeURIComponent(releaseId) : undefined,
  )
  if (props.activeTool.name !== 'releases') return props.renderDefault(props)
  return (
    <Flex direction="column" height="fill">
      <Box flex={1} overflow="hidden">
        {props.renderDefault(props)}
      </Box>
      {name && <BeforePublishing key={name} name={name} />}
    </Flex>
  )
}

interface Release extends Partial<Awaited<ReturnType<typeof takenBackByRelease>>> {
  name: string
}

async function complete(client: SanityClient, {name}: Release): Promise<Release> {
  const {problems, documents} = await takenBackByRelease(client, name)
  const expired = await expiredByRelease(client, name, documents)
  return {name, documents, problems: [...problems, ...expired]}
}

function BeforePublishing({name}: {name: string}) {
  const {result} = useLiveQuery<Release>({
    query: /* groq */ `{"name": ${JSON.stringify(name)}}`,
    complete,
    watched: /* groq */ '*[!(_id in path("drafts.**"))]',
    tag: 'release.taken-back',
    pause: 1000,
  })
  const {problems = [], documents = []} = result ?? {}
  if (problems.length === 0) return null
  const pages = documents.map((document) => ({...document, _id: publishedId(document._id)}))
  return (
    <Card borderTop data-testid="release-takes-back" overflow="auto" padding={3} style={{maxHeight: '35vh'}}>
      <Stack gap={3}>
        <Text size={1} weight="medium">
          {label('发布或定时之前，请留意：', 'Before you run or schedule this release:')}
        </Text>
        <ProblemList reasons={problems} pages={pages} tone="caution" />
      </Stack>
    </Card>
  )
}
