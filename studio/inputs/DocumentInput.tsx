import {CopyIcon} from '@sanity/icons/Copy'
import {Button, Card, Flex, Stack, Text} from '@sanity/ui'
import {useEffect} from 'react'
import {type InputProps, isObjectInputProps, PatchEvent, set, stringToPath, useSchema} from 'sanity'
import {isObject} from '../../sanity/health/documents.ts'
import {completeness, isCopiedChinese, missingEnglish} from '../../sanity/health/languages.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {describePath} from '../health/describePath.ts'
import {valueAt} from '../health/valueAt.ts'
import {rememberEditedPage} from '../presentation/editedPage.ts'

/** Number of missing texts to list by name. */
const maxListed = 5

/** A document's form below a summary of its missing English, with a button to copy the Chinese. */
export function DocumentInput(props: InputProps) {
  const schema = useSchema()
  const {value} = props
  const route = props.id === 'root' && isDocument(value) && value._type === 'page' ? value.route : undefined
  const focused = isObjectInputProps(props) ? props.focusPath.at(-1) : undefined
  useEffect(() => rememberEditedPage(route, focused), [route, focused])
  if (props.id !== 'root' || !isObjectInputProps(props) || !isDocument(value)) return props.renderDefault(props)
  const missing = missingEnglish(value)
  const {filled, total} = completeness(value)
  const empty = missing.filter((path) => !isCopied(valueAt(value, path)))
  const copyAll = () =>
    props.onChange(
      PatchEvent.from(
        empty.map((path) => {
          const text = valueAt(value, path)
          return set(isObject(text) ? text.zh : undefined, [...stringToPath(path), 'en'])
        }),
      ),
    )
  // Keeps the form at the same position in the tree: otherwise React would remount it, and it would lose the focus.
  return (
    <Stack gap={5}>
      <Card
        border
        data-testid="document-completeness"
        padding={3}
        radius={2}
        tone={missing.length > 0 ? 'caution' : 'transparent'}
      >
        <Stack gap={3}>
          <Flex align="center" gap={3} justify="space-between" wrap="wrap">
            <Text muted={missing.length === 0} size={1} weight="medium">
              {label(`英文 ${filled} / ${total}`, `English ${filled} of ${total}`)}
            </Text>
            {empty.length > 0 && !props.readOnly && (
              <Button
                data-testid="copy-all-chinese"
                fontSize={1}
                icon={CopyIcon}
                mode="ghost"
                onClick={copyAll}
                padding={2}
                text={label('缺的都先抄中文', 'Start all from the Chinese')}
              />
            )}
          </Flex>
          {missing.slice(0, maxListed).map((path) => (
            <Text key={path} muted size={1}>
              {describePath(schema, value, path)}
            </Text>
          ))}
          {missing.length > maxListed && (
            <Text muted size={1}>
              {label(`另外 ${missing.length - maxListed} 处`, `and ${missing.length - maxListed} more`)}
            </Text>
          )}
        </Stack>
      </Card>
      {props.renderDefault(props)}
    </Stack>
  )
}

function isDocument(value: unknown): value is {_type: string; route?: unknown} {
  return isObject(value) && typeof value._type === 'string'
}

function isCopied(text: unknown): boolean {
  return isObject(text) && isCopiedChinese(text)
}
