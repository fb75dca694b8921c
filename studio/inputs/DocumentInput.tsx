import {CopyIcon} from '@sanity/icons/Copy'
import {Button, Card, Flex, Stack, Text} from '@sanity/ui'
import {type PropsWithChildren, useEffect, useRef} from 'react'
import {
  type InputProps,
  isObjectInputProps,
  isStringInputProps,
  type ObjectInputProps,
  PatchEvent,
  type Path,
  set,
  stringToPath,
  unset,
  useFormCallbacks,
  useSchema,
} from 'sanity'
import {isObject} from '../../lib/json.ts'
import {isLocale, languageTags} from '../../lib/locales.ts'
import {publishedId} from '../../sanity/health/contentDocuments.ts'
import {completeness, isCopiedChinese, missingEnglish} from '../../sanity/health/languages.ts'
import {label} from '../../sanity/schema/support/bilingual.ts'
import {bringCaret} from '../focus/bringCaret.ts'
import {FieldLink} from '../focus/FieldLink.tsx'
import {registerForm} from '../focus/goToField.ts'
import {describePath} from '../health/describePath.ts'
import {fieldPath} from '../health/fieldPath.ts'
import {valueAt} from '../health/valueAt.ts'
import {rememberEditedPage} from '../presentation/editedPage.ts'
import {UndoButtons, UndoScope} from '../undo/UndoScope.tsx'
import {useOthersSteps} from '../undo/useOthersSteps.ts'
import {FormOf} from './FormOf.tsx'
import {LockedNotice} from './LockedNotice.tsx'
import {SharedText} from './SharedText.tsx'
import {startEnglish} from './startEnglish.ts'

/** Number of missing texts to list by name. */
const maxListed = 5

/** The inputs of all forms: a text may be changed by others meanwhile; a document's has a summary of its missing English above it, and whom to ask if it is locked. */
export function DocumentInput(props: InputProps) {
  return (
    <LanguageFrame path={props.path}>
      <AnyInput {...props} />
    </LanguageFrame>
  )
}

/** Marks the language of a text, by which fonts and screen readers go: half of them are not in that of the Studio around it. */
export function LanguageFrame({path, children}: PropsWithChildren<{path: Path}>) {
  const language = path.at(-1)
  if (!isLocale(language)) return children
  return (
    <div lang={languageTags[language]} style={{display: 'contents'}}>
      {children}
    </div>
  )
}

function AnyInput(props: InputProps) {
  if (isStringInputProps(props)) {
    const write = (text: string) => props.onChange(text ? set(text) : unset())
    return (
      <SharedText
        elementProps={props.elementProps}
        isShared={props.presence.length > 0}
        isAddress={props.schemaType.name === 'url'}
        onChange={write}
      >
        {(elementProps) => props.renderDefault({...props, elementProps})}
      </SharedText>
    )
  }
  if (props.id !== 'root' || !isObjectInputProps(props)) return props.renderDefault(props)
  const form = <DocumentForm {...props} />
  return isDocument(props.value) ? <FormOf document={props.value}>{form}</FormOf> : form
}

/** A document's form below a summary of its missing English, with a button to copy the Chinese. */
function DocumentForm(props: ObjectInputProps) {
  const schema = useSchema()
  const value: unknown = props.value
  const document = isDocument(value) ? value : undefined
  const route = document?._type === 'page' ? document.route : undefined
  const focused = props.focusPath.at(-1)
  useEffect(() => rememberEditedPage(route, focused), [route, focused])
  useFieldVisits(document)
  useOthersSteps(document, props.focusPath)
  if (!isDocument(value)) return props.renderDefault(props)
  const missing = missingEnglish(value)
  const {filled, total} = completeness(value)
  const empty = missing.filter((path) => !isCopied(valueAt(value, path)))
  const copyAll = () =>
    props.onChange(
      PatchEvent.from(
        empty.flatMap((path) => {
          const text = valueAt(value, path)
          return isObject(text) ? startEnglish(text, stringToPath(path)) : []
        }),
      ),
    )
  // Keeps the form at the same position in the tree: otherwise React would remount it, and it would lose the focus.
  return (
    <UndoScope document={value} readOnly={props.readOnly === true}>
      <Stack data-testid="document-form" gap={2}>
        {props.readOnly && <LockedNotice document={value} key={value._id} />}
        <Card
          border
          data-testid="document-completeness"
          paddingX={3}
          paddingY={missing.length > 0 ? 3 : 2}
          radius={2}
          tone={missing.length > 0 ? 'caution' : 'transparent'}
        >
          <Stack gap={3}>
            <Flex align="center" gap={3} justify="space-between" wrap="wrap">
              <Text muted={missing.length === 0} size={1} weight="medium">
                {label(`英文 ${filled} / ${total}`, `English ${filled} of ${total}`)}
              </Text>
              <UndoButtons />
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
                <FieldLink id={value._id} type={value._type} path={fieldPath(schema, value, path)}>
                  {describePath(schema, value, path)}
                </FieldLink>
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
    </UndoScope>
  )
}

/** Lets the form of a document visit fields. Undefined: no document is shown. */
function useFieldVisits(document: {_id: string; _type: string} | undefined): void {
  const {onPathFocus, onPathOpen} = useFormCallbacks()
  const schema = useSchema()
  const shown = useRef(document)
  useEffect(() => {
    shown.current = document
  })
  const id = document && publishedId(document._id)
  useEffect(() => {
    if (id === undefined) return
    let end = () => {}
    const unregister = registerForm(id, (path) => {
      end()
      const field = shown.current ? fieldPath(schema, shown.current, path) : path
      end = bringCaret(field, () => {
        // `onPathOpen` opens tabs and dialogs around the field, `onPathFocus` scrolls lists to it.
        onPathOpen(stringToPath(field))
        onPathFocus(stringToPath(field))
      })
    })
    return () => {
      end()
      unregister()
    }
  }, [id, schema, onPathFocus, onPathOpen])
}

function isDocument(
  value: unknown,
): value is {_id: string; _type: string; _rev?: unknown; _createdAt?: unknown; route?: unknown} {
  return isObject(value) && typeof value._id === 'string' && typeof value._type === 'string'
}

function isCopied(text: unknown): boolean {
  return isObject(text) && isCopiedChinese(text)
}
