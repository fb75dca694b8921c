import {Card, Dialog, Flex, Grid, Stack, Tab, TabList, Text} from '@sanity/ui'
import {type CSSProperties, useId, useState} from 'react'
import {blockGroups, blockNamed} from '../../sanity/schema/blockTypes.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'

interface BlockPickerProps {
  types: readonly {name: string; title?: string}[]
  pick: (name: string) => void
  close: () => void
}

export const addBlock = label('添加内容块', 'Add a block')

const everything = {name: 'all', title: label('全部', 'All')}

/** Buttons centre their content; this aligns the thumbnails of a row. */
const alignTop: CSSProperties = {display: 'flex', flexDirection: 'column', justifyContent: 'flex-start'}

/** Dialog with all blocks, each with thumbnail and help text. */
export function BlockPicker({types, pick, close}: BlockPickerProps) {
  const [group, setGroup] = useState(everything.name)
  const id = useId()
  const shown = blockGroups.find(({name}) => name === group)?.of
  return (
    <Dialog header={addBlock} id={id} onClickOutside={close} onClose={close} width={2}>
      <Stack gap={4} padding={4}>
        <TabList gap={1}>
          {[everything, ...blockGroups].map(({name, title}) => (
            <Tab
              aria-controls={`${id}-blocks`}
              id={`${id}-${name}`}
              key={name}
              label={title}
              onClick={() => setGroup(name)}
              selected={name === group}
            />
          ))}
        </TabList>
        <Grid gridTemplateColumns={[1, 2, 3]} gap={3} id={`${id}-blocks`}>
          {types
            .filter(({name}) => shown?.includes(name) ?? true)
            .map(({name, title}) => (
              <Card
                as="button"
                border
                data-testid={`add-${name}`}
                key={name}
                onClick={() => {
                  pick(name)
                  close()
                }}
                overflow="hidden"
                radius={2}
                style={alignTop}
              >
                <Flex direction="column">
                  <img
                    alt=""
                    height={160}
                    src={blockNamed(name)?.thumbnail}
                    style={{width: '100%', height: 'auto'}}
                    width={240}
                  />
                  <Stack gap={3} padding={3}>
                    <Text size={1} weight="semibold">
                      {title}
                    </Text>
                    <Text muted size={1}>
                      {blockNamed(name)?.help}
                    </Text>
                  </Stack>
                </Flex>
              </Card>
            ))}
        </Grid>
      </Stack>
    </Dialog>
  )
}
