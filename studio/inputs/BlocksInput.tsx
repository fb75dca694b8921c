import {AddIcon} from '@sanity/icons/Add'
import {Button, Card, Dialog, Flex, Grid, Stack, Tab, TabList, Text} from '@sanity/ui'
import {type CSSProperties, useId, useState} from 'react'
import {
  type ArrayInputFunctionsProps,
  ArrayOfObjectsInput,
  type ArrayOfObjectsInputProps,
  type ArraySchemaType,
} from 'sanity'
import {blockGroups, blockNamed} from '../../sanity/schema/blocks.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'

type Block = {_key: string; _type?: string}
type Props = ArrayInputFunctionsProps<Block, ArraySchemaType>

const everything = {name: 'all', title: label('全部', 'All')}

/** Buttons centre their content; this aligns the thumbnails of a row. */
const alignTop: CSSProperties = {display: 'flex', flexDirection: 'column', justifyContent: 'flex-start'}

/** Button that opens a dialog with all blocks, each with thumbnail and help text. */
function AddBlock({onItemAppend, readOnly, schemaType}: Props) {
  const [open, setOpen] = useState(false)
  const [group, setGroup] = useState(everything.name)
  const id = useId()
  const shown = blockGroups.find(({name}) => name === group)?.of
  const types = schemaType.of.filter(({name}) => shown?.includes(name) ?? true)
  const title = label('添加内容块', 'Add a block')
  return (
    <>
      <Button
        data-testid="add-block"
        disabled={readOnly}
        icon={AddIcon}
        mode="ghost"
        onClick={() => setOpen(true)}
        text={title}
      />
      {open && (
        <Dialog header={title} id={id} onClickOutside={() => setOpen(false)} onClose={() => setOpen(false)} width={2}>
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
              {types.map((type) => (
                <Card
                  as="button"
                  border
                  data-testid={`add-${type.name}`}
                  key={type.name}
                  onClick={() => {
                    onItemAppend({_type: type.name, _key: crypto.randomUUID().slice(0, 12)})
                    setOpen(false)
                  }}
                  overflow="hidden"
                  radius={2}
                  style={alignTop}
                >
                  <Flex direction="column">
                    <img
                      alt=""
                      height={160}
                      src={blockNamed(type.name)?.thumbnail}
                      style={{width: '100%', height: 'auto'}}
                      width={240}
                    />
                    <Stack gap={3} padding={3}>
                      <Text size={1} weight="semibold">
                        {type.title}
                      </Text>
                      <Text muted size={1}>
                        {blockNamed(type.name)?.help}
                      </Text>
                    </Stack>
                  </Flex>
                </Card>
              ))}
            </Grid>
          </Stack>
        </Dialog>
      )}
    </>
  )
}

/** Sanity's array input with `AddBlock` in place of its add button. */
export function BlocksInput(props: ArrayOfObjectsInputProps) {
  return <ArrayOfObjectsInput {...props} arrayFunctions={AddBlock} />
}
