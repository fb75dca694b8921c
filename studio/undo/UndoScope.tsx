import {RedoIcon} from '@sanity/icons/Redo'
import {UndoIcon} from '@sanity/icons/Undo'
import {Button, Flex, Stack} from '@sanity/ui'
import {type ToastParams, useToast} from '@sanity/ui/toast'
import {
  type CSSProperties,
  createContext,
  type KeyboardEvent,
  type PropsWithChildren,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import {DEFAULT_STUDIO_CLIENT_OPTIONS, getPublishedId, useClient, useCurrentUser, useSchema} from 'sanity'
import {isTextField, type UndoDirection, undoDirectionOf} from '../../lib/undoKeys.ts'
import {hint, label} from '../../sanity/schema/support/bilingual.ts'
import {describePath} from '../health/describePath.ts'
import {failureToast, noToast} from '../lake/reasonOf.ts'
import {edits} from '../saving/saving.ts'
import {canEditAt} from './canEditAt.ts'
import {type Change, type Path, pathText} from './changes.ts'
import {editedId, type Outcome, readSteps, takeStep} from './ownSteps.ts'
import {type Loss, lossOf, type Step} from './steps.ts'
import {OFFER_MS, UndoOffer} from './UndoOffer.tsx'

/** After the last edit, the log is read when it has been quiet for this long. */
const QUIET_MS = 400

const offerId = (stepId: string): string => `deleted-${stepId}`

interface ScopeProps {
  document: {_id: string; _type: string; _rev?: unknown}
  readOnly: boolean
}

/** The form that was used last: keys pressed outside of any field are meant for it. */
let lastUsed: object | undefined

/**
 * A form with buttons and keys to undo and redo one's own edits of the document. In a text field Ctrl+Z undoes edits of
 * the document, as the browser's own undo is lost with the field. Running text keeps its editor's undo, until the text
 * is emptied: then the editor forgets what was in it.
 */
export function UndoScope({document, readOnly, children}: PropsWithChildren<ScopeProps>) {
  const {steps, take, isRead} = useSteps(document, readOnly)
  const form = useRef({}).current
  const act = (event: Keys) => {
    const direction = undoDirectionOf(event)
    if (readOnly || !direction || (isRunningText(event.target) && !isEmptied(event.target))) return
    const isOwn =
      !isRead() || steps[direction] > 0 || (direction === 'undo' && edits.isUnsaved([getPublishedId(document._id)]))
    if (!isOwn && isTextField(event.target)) return
    event.preventDefault()
    take(direction)
  }
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    lastUsed ??= form
    // If the focused element is gone, as after a deletion, no field receives the key.
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (lastUsed === form && !event.defaultPrevented && !isTextField(event.target)) latest.current(event)
    }
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onKey)
      if (lastUsed === form) lastUsed = undefined
    }
  }, [form])
  const use = () => {
    lastUsed = form
  }
  // React also passes on events from the form's dialogs.
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.nativeEvent.isComposing && !event.isDefaultPrevented()) act(event)
  }
  // While capturing, as the editor takes such a key even where it can do nothing.
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (!isEmptied(event.target)) return
    onKeyDown(event)
    if (event.isDefaultPrevented()) event.stopPropagation()
  }
  return (
    <Buttons value={readOnly ? undefined : {steps, take}}>
      <Stack
        gap={5}
        onFocusCapture={use}
        onKeyDown={onKeyDown}
        onKeyDownCapture={onKeyDownCapture}
        onPointerDownCapture={use}
      >
        {children}
      </Stack>
    </Buttons>
  )
}

const Buttons = createContext<Pick<ReturnType<typeof useSteps>, 'steps' | 'take'> | undefined>(undefined)

/** Buttons in a line of text do not make it higher. */
const lineHigh: CSSProperties = {margin: '-8px 0'}

/** The buttons of the `UndoScope` around them. */
export function UndoButtons() {
  const scope = useContext(Buttons)
  if (!scope) return null
  return (
    <Flex gap={1} style={lineHigh}>
      {(['undo', 'redo'] as const).map((direction) => (
        <Button
          aria-label={words[direction].title}
          data-testid={`document-${direction}`}
          disabled={scope.steps[direction] === 0}
          fontSize={1}
          icon={direction === 'undo' ? UndoIcon : RedoIcon}
          key={direction}
          mode="bleed"
          onClick={() => scope.take(direction)}
          padding={2}
          title={words[direction].tooltip}
        />
      ))}
    </Flex>
  )
}

/** Counts the steps that this person has in the document, unless it is read-only, and takes them. */
export function useSteps(document: ScopeProps['document'], readOnly: boolean) {
  const client = useClient(DEFAULT_STUDIO_CLIENT_OPTIONS)
  const user = useCurrentUser()
  const schema = useSchema()
  const toast = useToast()
  const [steps, setSteps] = useState<Record<UndoDirection, number>>({undo: 0, redo: 0})
  const id = editedId(document._id)
  const author = user?.id
  const memory = useRef(newMemory(id))
  if (memory.current.id !== id) memory.current = newMemory(id)

  const describe = (path: Path, shown = document) => describePath(schema, shown, pathText(path))

  /** Takes the last step, or the last one that is wanted. */
  const take = (direction: UndoDirection, isWanted?: (step: Step) => boolean) => {
    const {refused} = memory.current
    if (author === undefined) return
    const {revision: read} = memory.current
    memory.current.revision = undefined
    const run = async () => {
      await edits.whenTyped()
      await edits.whenSaved([getPublishedId(id)])
      const outcome = await takeStep(client, {
        id,
        author,
        direction,
        wanted: isWanted ?? ((step) => !refused.has(direction + step.id)),
        canEdit: (current, path) => canEditAt(schema, user, current, path),
      })
      if (outcome.step && outcome.done.length === 0) refused.add(direction + outcome.step.id)
      if (outcome.done.length === 0) memory.current.revision = read
      toast.push({id: 'undo', ...outcomeToast(direction, outcome, (path) => describe(path, outcome.document))})
    }
    memory.current.queue = memory.current.queue.then(run).catch((error: unknown) => {
      toast.push(failureToast('undo', words[direction].failed, error))
    })
  }

  const offer = useRef((_step: Step, _loss: Loss) => {})
  useEffect(() => {
    offer.current = (step, {kind, paths}) => {
      const undo = () => take('undo', ({id}) => id === step.id)
      memory.current.offered.add(step.id)
      toast.push({
        id: offerId(step.id),
        closable: true,
        duration: OFFER_MS,
        title: words[kind],
        description: <UndoOffer onUndo={undo}>{paths.map((path) => describe(path)).join(', ')}</UndoOffer>,
      })
    }
  })

  const revision = document._rev
  useEffect(() => {
    if (author === undefined || readOnly || revision === undefined) return
    let isStale = false
    const timer = setTimeout(async () => {
      // Without the right to read the log there is nothing to undo.
      const {undo, redo} = await readSteps(client, id, author).catch(() => ({undo: [], redo: []}))
      if (isStale) return
      memory.current.revision = revision
      const {refused} = memory.current
      const open = (direction: UndoDirection, list: Step[]) =>
        list.filter((step) => !refused.has(direction + step.id)).length
      setSteps({undo: open('undo', undo), redo: open('redo', redo)})
      for (const offered of memory.current.offered)
        if (!undo.some((step) => step.id === offered)) {
          memory.current.offered.delete(offered)
          toast.push(noToast(offerId(offered)))
        }
      const known = memory.current.known
      const last = undo.at(-1)
      const loss = last && lossOf(last)
      if (known && loss && !known.has(last.id) && redo.length === 0) offer.current(last, loss)
      memory.current.known = new Set([...(known ?? []), ...[...undo, ...redo].map((step) => step.id)])
    }, QUIET_MS)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [client, id, author, readOnly, revision, toast])

  /** The last edit is among the steps, if it is one. */
  const isRead = () => author === undefined || memory.current.revision === revision

  return {steps, take, isRead}
}

/** The toast that says what an undo or a redo has done. */
function outcomeToast(
  direction: UndoDirection,
  {step, done, refused}: Outcome,
  describe: (path: Path) => string,
): ToastParams {
  const places = (changes: Change[]) => [...new Set(changes.map(({path}) => describe(path)))].join(', ')
  if (!step) return {status: 'info', title: words[direction].nothing}
  if (refused.length > 0)
    return {status: 'warning', title: words.refused, description: places(refused), duration: OFFER_MS}
  return {status: 'success', title: words[direction].done, description: places(done)}
}

interface Memory {
  id: string
  /** Of the document when its log was last read; undefined while a step is taken. */
  revision: unknown
  /** Steps that could not be taken: the next key press goes on to the one before. */
  refused: Set<string>
  /** Steps that were there before, so that only new deletions are offered. Undefined until the first reading. */
  known: Set<string> | undefined
  /** Steps whose notice offers to undo them. */
  offered: Set<string>
  /** Key presses are taken one after the other. */
  queue: Promise<void>
}

const newMemory = (id: string): Memory => ({
  id,
  revision: undefined,
  refused: new Set(),
  known: undefined,
  offered: new Set(),
  queue: Promise.resolve(),
})

type Keys = Pick<
  globalThis.KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'target' | 'preventDefault'
>

const isRunningText = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.isContentEditable

const isEmptied = (target: EventTarget | null): boolean =>
  isRunningText(target) && target.closest('[data-empty="true"]') !== null

const words = {
  undo: {
    title: label('撤销', 'Undo'),
    tooltip: label('撤销我的修改（Ctrl+Z）', 'Undo my edit (Ctrl+Z)'),
    done: label('已撤销', 'Undone'),
    nothing: hint(
      '上次发布以后，您在这里没有可以撤销的修改。',
      'You have nothing to undo here since the last publish.',
    ),
    failed: hint('没能撤销，请再试一次。', 'Not undone. Try again.'),
  },
  redo: {
    title: label('重做', 'Redo'),
    tooltip: label('重做（Ctrl+Shift+Z）', 'Redo (Ctrl+Shift+Z)'),
    done: label('已重做', 'Redone'),
    nothing: hint('没有可以重做的修改。', 'There is nothing to redo.'),
    failed: hint('没能重做，请再试一次。', 'Not redone. Try again.'),
  },
  deleted: label('已删除', 'Deleted'),
  replaced: label('已替换', 'Replaced'),
  refused: hint(
    '有的地方后来被别人改过，或您不能改，所以保留现在的内容。',
    'Some of it was changed by somebody else since, or is not yours to change, so it stays as it is now.',
  ),
}
