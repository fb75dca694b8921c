import {
  Fragment,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import {createPortal} from 'react-dom'
import hidden from '@/components/ui/spoken.module.css'
import {
  type BlockChange,
  type BlockEdit,
  type BlocksShown,
  type BlocksWanted,
  isBlocksShown,
  type PageUndo,
} from '@/lib/previewMessages'
import {isTextField, undoDirectionOf} from '@/lib/undoKeys'
import styles from './DraftBlocks.module.css'

export interface DraftBlocksProps {
  /** Published id of the page. */
  id: string
  /** As the server rendered them. */
  blocks: readonly {key: string; node: ReactNode}[]
}

/**
 * The blocks of a draft beside its form: in the form's order at once, before the server has rendered it, and with a toolbar
 * in each that moves, copies, deletes and adds.
 */
export function DraftBlocks({id, blocks}: DraftBlocksProps) {
  const held = useHeldBlocks(id)
  const elements = useBlockElements(held?.words ? held.blocks : none)
  const [acted, setActed] = useState<string>()
  const act = (key: string, edit: BlockChange) => {
    setActed(key)
    window.parent.postMessage({type: 'site/blockEdit', id, key, ...edit} satisfies BlockEdit, '*')
  }
  useUndoKeys(id, held?.words !== undefined)
  const {line, dragOf} = useDrag(held?.blocks ?? none, elements, (key, below) => act(key, {edit: 'move', below}))
  return (
    <>
      {arrange(blocks, held?.blocks).map(({key, node}) => (
        <Fragment key={key}>{node}</Fragment>
      ))}
      {held?.blocks.map((block, index) => {
        const element = elements.get(block.key)
        if (!held.words || !element) return null
        const bar = (
          <Toolbar
            act={(edit) => act(block.key, edit)}
            blocks={held.blocks}
            drag={dragOf(block.key)}
            index={index}
            words={held.words}
          />
        )
        return createPortal(bar, element, block.key)
      })}
      {line !== undefined && <div className={styles.target} style={{insetBlockStart: line}} />}
      <p role="status" className={hidden.spoken}>
        {held && acted !== undefined && placeOf(held.blocks, acted)}
      </p>
    </>
  )
}

type HeldBlock = BlocksShown['blocks'][number]

const none: readonly HeldBlock[] = []

/** A block's name and position, e.g. `Rules 2 / 7`; empty once it is gone. */
function placeOf(blocks: readonly HeldBlock[], wanted: string): string {
  const index = blocks.findIndex(({key}) => key === wanted)
  return index < 0 ? '' : `${blocks[index]?.title} ${index + 1} / ${blocks.length}`
}

/** Passes the keys for undo and redo on to the Studio, which does not hear them while the page has the focus. */
function useUndoKeys(id: string, isEditable: boolean): void {
  useEffect(() => {
    if (!isEditable) return
    const pass = (event: globalThis.KeyboardEvent) => {
      const direction = undoDirectionOf(event)
      if (!direction || event.defaultPrevented || isTextField(event.target)) return
      event.preventDefault()
      window.parent.postMessage({type: 'site/undo', id, direction} satisfies PageUndo, '*')
    }
    window.addEventListener('keydown', pass)
    return () => window.removeEventListener('keydown', pass)
  }, [id, isEditable])
}

/** The blocks as the Studio holds them; undefined outside of it, and until it has told. */
function useHeldBlocks(id: string): BlocksShown | undefined {
  const [held, setHeld] = useState<BlocksShown>()
  useEffect(() => {
    if (window.parent === window) return
    const receive = ({source, data}: MessageEvent<unknown>) => {
      // Trusts the parent window: `frame-ancestors` lets only the Studio frame a draft.
      if (source === window.parent && isBlocksShown(data) && data.id === id) setHeld(data)
    }
    window.addEventListener('message', receive)
    window.parent.postMessage({type: 'site/blocksWanted'} satisfies BlocksWanted, '*')
    return () => window.removeEventListener('message', receive)
  }, [id])
  return held?.id === id ? held : undefined
}

/** The server-rendered blocks in the Studio's order, without those that the Studio has removed. */
function arrange<Block extends {key: string}>(
  rendered: readonly Block[],
  held: readonly HeldBlock[] | undefined,
): Block[] {
  if (!held) return [...rendered]
  return held.flatMap(({key}) => rendered.filter((block) => block.key === key))
}

/** Finds the elements that show the blocks, again after each rendering. */
function useBlockElements(blocks: readonly HeldBlock[]): ReadonlyMap<string, Element> {
  const [elements, setElements] = useState<ReadonlyMap<string, Element>>(new Map())
  // Without dependencies: the server's markup may have changed.
  useLayoutEffect(() => {
    const found = new Map(
      blocks.flatMap(({key}): [string, Element][] => {
        const element = elementOf(key)
        return element ? [[key, element]] : []
      }),
    )
    const isSame = found.size === elements.size && [...found].every(([key, element]) => elements.get(key) === element)
    if (!isSame) setElements(found)
  })
  return elements
}

/**
 * Finds the element of a block. The id `section-<key>` is on the section's heading, or on the section itself if it has
 * none.
 */
function elementOf(key: string): Element | null {
  const named = document.getElementById(`section-${key}`)
  return named?.closest('section') ?? named ?? document.querySelector(`[data-incomplete="${CSS.escape(key)}"]`)
}

interface ToolbarProps {
  act: (edit: BlockChange) => void
  blocks: readonly HeldBlock[]
  drag: ReturnType<ReturnType<typeof useDrag>['dragOf']>
  index: number
  words: NonNullable<BlocksShown['words']>
}

/** The buttons of one block; seen while the pointer or the focus is in the block. */
function Toolbar({act, blocks, drag, index, words}: ToolbarProps) {
  const up = () => act({edit: 'step', by: -1})
  const down = () => act({edit: 'step', by: 1})
  const turn = (event: KeyboardEvent) => {
    // Works at the first and the last block, too: the page may not show the last edit yet, and the Studio knows the
    // order.
    const move = event.key === 'ArrowUp' ? up : event.key === 'ArrowDown' ? down : undefined
    if (!move || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    move()
  }
  return (
    <div className={styles.edge} data-dragged={drag.isDragged ? '' : undefined}>
      <div
        className={styles.toolbar}
        role="toolbar"
        aria-label={placeOf(blocks, blocks[index]?.key ?? '')}
        onKeyDown={turn}
      >
        <button type="button" className={styles.handle} title={words.drag} aria-label={words.drag} {...drag.handlers}>
          <Icon path="M9 5h.01M15 5h.01M9 12h.01M15 12h.01M9 19h.01M15 19h.01" width={3} />
        </button>
        <ToolbarButton name="up" words={words} act={index > 0 ? up : undefined} />
        <ToolbarButton name="down" words={words} act={index < blocks.length - 1 ? down : undefined} />
        <ToolbarButton name="add" words={words} act={() => act({edit: 'add'})} />
        <ToolbarButton name="duplicate" words={words} act={() => act({edit: 'duplicate'})} />
        <ToolbarButton name="remove" words={words} act={() => act({edit: 'remove'})} />
      </div>
    </div>
  )
}

const icons = {
  up: 'M12 19V5m-6 6 6-6 6 6',
  down: 'M12 5v14m-6-6 6 6 6-6',
  add: 'M12 5v14M5 12h14',
  duplicate: 'M9 9h11v11H9zM15 9V4H4v11h5',
  remove: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13',
}

interface ToolbarButtonProps {
  name: keyof typeof icons
  words: ToolbarProps['words']
  /** Undefined if the edit is impossible here, such as moving up the first block. The button keeps the focus then. */
  act: (() => void) | undefined
}

function ToolbarButton({name, words, act}: ToolbarButtonProps) {
  // The tap that shows the toolbar also clicks the button below the finger. Its press began on the block, so it is
  // ignored.
  const isPressed = useRef(false)
  return (
    <button
      type="button"
      data-edit={name}
      title={words[name]}
      aria-label={words[name]}
      aria-disabled={!act}
      onPointerDown={() => {
        isPressed.current = true
      }}
      onClick={({detail}) => {
        if (isPressed.current || detail === 0) act?.()
        isPressed.current = false
      }}
    >
      <Icon path={icons[name]} />
    </button>
  )
}

function Icon({path, width = 1.75}: {path: string; width?: number}) {
  return (
    <svg
      aria-hidden="true"
      fill="none"
      height="18"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth={width}
      viewBox="0 0 24 24"
      width="18"
    >
      <path d={path} />
    </svg>
  )
}

/** Distance from the window's edge within which a drag scrolls, in pixels. */
const scrollZone = 72
/** Pixels that it scrolls in a frame at the very edge. */
const scrollSpeed = 18
/** Pixels that the pointer moves before a press is a drag. */
const slack = 4

interface Drag {
  key: string
  /** Where the block would stand now. */
  place: Place | undefined
}

/** Drags blocks by their handles, with mouse, pen or finger. Escape gives up. */
function useDrag(
  blocks: readonly HeldBlock[],
  elements: ReadonlyMap<string, Element>,
  drop: (key: string, below: string | null) => void,
) {
  const [drag, setDrag] = useState<Drag>()
  const pointer = useRef(0)
  /** Lets go of the pointer, which would begin to drag again with its next movement. */
  const release = useRef(() => {})
  const dragged = drag?.key
  useEffect(() => {
    if (dragged === undefined) return
    const giveUp = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      release.current()
      setDrag(undefined)
    }
    window.addEventListener('keydown', giveUp)
    let frame = requestAnimationFrame(function scroll() {
      const y = pointer.current
      const beyond = Math.max(0, y - window.innerHeight + scrollZone) - Math.max(0, scrollZone - y)
      if (beyond !== 0) {
        window.scrollBy({top: (beyond / scrollZone) * scrollSpeed, behavior: 'instant'})
        setDrag({key: dragged, place: placeAt(y, dragged, blocks, elements)})
      }
      frame = requestAnimationFrame(scroll)
    })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('keydown', giveUp)
    }
  }, [dragged, blocks, elements])

  const dragOf = (key: string) => ({
    isDragged: dragged === key,
    handlers: {
      onPointerDown({button, clientY, currentTarget, pointerId}: PointerEvent) {
        if (button !== 0) return
        currentTarget.setPointerCapture(pointerId)
        release.current = () => currentTarget.releasePointerCapture(pointerId)
        pointer.current = clientY
      },
      onPointerMove({clientY, currentTarget, pointerId}: PointerEvent) {
        if (!currentTarget.hasPointerCapture(pointerId)) return
        if (dragged !== key && Math.abs(clientY - pointer.current) < slack) return
        pointer.current = clientY
        setDrag({key, place: placeAt(clientY, key, blocks, elements)})
      },
      onPointerUp() {
        if (dragged === key && drag?.place) drop(key, drag.place.below)
        setDrag(undefined)
      },
      onPointerCancel: () => setDrag(undefined),
    },
  })
  return {line: drag?.place?.line, dragOf}
}

interface Place {
  /** The block above; `null`: none. */
  below: string | null
  /** Its lower edge, in pixels from the top of the window. */
  line: number
}

/** The place for a dragged block at a height in the window. */
function placeAt(
  y: number,
  dragged: string,
  blocks: readonly HeldBlock[],
  elements: ReadonlyMap<string, Element>,
): Place | undefined {
  const boxes = blocks.flatMap(({key}) => {
    const box = key === dragged ? undefined : elements.get(key)?.getBoundingClientRect()
    return box ? [{key, top: box.top, bottom: box.bottom}] : []
  })
  const above = boxes.findLast(({top, bottom}) => (top + bottom) / 2 < y)
  const line = above?.bottom ?? boxes[0]?.top
  return line === undefined ? undefined : {below: above?.key ?? null, line}
}
