import {useEffect, useSyncExternalStore} from 'react'

const kinds = new Set<Pick<UnsavedTexts<unknown>, 'all' | 'clear'>>()

/**
 * Texts of one kind that are typed outside of documents, where nothing saves them by itself, by the id of what they belong
 * to. They outlive the tool or dialog that they are typed in, until they are saved or given up, or the page is unloaded.
 */
export class UnsavedTexts<Text> {
  readonly #listeners = new Set<() => void>()
  all: ReadonlyMap<string, Text> = new Map()

  constructor() {
    kinds.add(this)
  }

  keep(id: string, text: Text): void {
    this.#set(new Map(this.all).set(id, text))
  }

  drop(id: string): void {
    if (this.all.has(id)) this.#set(new Map([...this.all].filter(([other]) => other !== id)))
  }

  /** Hands a text over to something else that has none. */
  move(from: string, to: string): void {
    this.#set(new Map([...this.all].map(([id, text]) => [id === from ? to : id, text])))
  }

  clear(): void {
    this.#set(new Map())
  }

  /** Calls the listener on each change. Returns an unsubscribe function. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #set(all: ReadonlyMap<string, Text>): void {
    this.all = all
    for (const listener of [...this.#listeners]) listener()
  }
}

/** Returns whether this tab holds typed texts of any kind that unloading it would lose. */
export const hasUnsavedTexts = (): boolean => [...kinds].some(({all}) => all.size > 0)

/** Gives up the unsaved texts of all kinds. */
export function discardUnsavedTexts(): void {
  for (const kind of kinds) kind.clear()
}

/** The unsaved texts of a kind, by id. */
export function useUnsavedTexts<Text>(texts: UnsavedTexts<Text>): ReadonlyMap<string, Text> {
  return useSyncExternalStore(texts.subscribe, () => texts.all)
}

/** A text as it is typed, and the stored one that it was begun from. */
export interface TypedText {
  text: string
  before: string
}

/** A stored text in a field: as it is typed until it is saved, else as it is stored. */
export function useTypedText(texts: UnsavedTexts<TypedText>, id: string, stored: string) {
  const typed = useUnsavedTexts(texts).get(id)
  const {text, before} = typed ?? {text: stored, before: stored}
  const isStored = typed?.text === stored
  useEffect(() => {
    if (isStored) texts.drop(id)
  }, [isStored, texts, id])
  return {
    text,
    stored,
    /** The stored text that saving replaces. */
    before,
    isChanged: text !== stored,
    /** Somebody else has stored another text since this one was begun. */
    isOvertaken: text !== stored && before !== stored,
    /** Takes what is typed now; `base` is the stored text that it is to replace. */
    type: (next: string, base = before) => {
      if (next === base) texts.drop(id)
      else texts.keep(id, {text: next, before: base})
    },
  }
}

/** Drops a text that was saved; if it was edited meanwhile, it goes on from what was saved. */
export function settleText(texts: UnsavedTexts<TypedText>, id: string, saved: string): void {
  const typed = texts.all.get(id)
  if (typed?.text === saved) texts.drop(id)
  else if (typed) texts.keep(id, {...typed, before: saved})
}
