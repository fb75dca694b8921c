import {HelpCircleIcon} from '@sanity/icons/HelpCircle'
import {Box, Card, Container, Grid, Heading, Stack, Text} from '@sanity/ui'
import {definePlugin} from 'sanity'
import {blockGroups, blockNamed} from '../../sanity/schema/blockTypes.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {GuideSteps} from './GuideSteps.tsx'

/** The guide: its steps, and every block with when to use it. */
function Guide() {
  return (
    <Card as="main" height="fill" overflow="auto" tabIndex={0}>
      <Container padding={[4, 5]} width={2}>
        <Stack data-testid="guide" gap={6}>
          <Heading as="h1" size={3}>
            {label('怎样修改网站', 'How to change the site')}
          </Heading>
          <GuideSteps />
          <Heading as="h2" size={2}>
            {label('内容块：什么时候用哪一种', 'Blocks, and when to use which')}
          </Heading>
          {blockGroups.map(({name, title, of}) => (
            <Stack as="section" gap={3} key={name}>
              <Text as="h3" muted weight="semibold">
                {title}
              </Text>
              <Grid gap={3} gridTemplateColumns={[1, 2, 3]}>
                {of.map((block) => (
                  <Card border key={block} overflow="hidden" radius={2}>
                    <img
                      alt=""
                      height={160}
                      loading="lazy"
                      src={blockNamed(block)?.thumbnail}
                      style={{display: 'block', width: '100%', height: 'auto'}}
                      width={240}
                    />
                    <Stack gap={3} padding={3}>
                      <Text size={1} weight="semibold">
                        {blockNamed(block)?.type.title}
                      </Text>
                      <Text muted size={1}>
                        {blockNamed(block)?.help}
                      </Text>
                    </Stack>
                  </Card>
                ))}
              </Grid>
            </Stack>
          ))}
          <Box paddingBottom={6} />
        </Stack>
      </Container>
    </Card>
  )
}

/** The Studio's tool *Guide*. */
export const guideTool = definePlugin({
  name: 'guide',
  tools: [{name: 'guide', title: label('使用指南', 'Guide'), icon: HelpCircleIcon, component: Guide}],
})
