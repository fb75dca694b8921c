import {publishedIdOf} from '../documentIds.ts'
import type {LakeDocument} from '../types.ts'
import {eachToken, isWide} from './matchTerms.ts'

/** What the text index files a document under. */
export interface TextEntries {
  /** Whole words. */
  words: Set<string>
  /** Characters, and pairs of neighbouring ones, of tokens that are no plain words. */
  pairs: Set<string>
  /** It has text that is not filed: data URLs, which nobody looks for. */
  hasDataUrl: boolean
}

/** All strings that an editor typed, and both forms of the id. */
export function textEntriesOf(document: LakeDocument): TextEntries {
  const entries: TextEntries = {words: new Set(), pairs: new Set(), hasDataUrl: false}
  collect(document, entries)
  addText(document._id, entries)
  addText(publishedIdOf(document._id), entries)
  return entries
}

function collect(value: unknown, entries: TextEntries): void {
  if (typeof value === 'string') {
    if (value.startsWith('data:')) entries.hasDataUrl = true
    else addText(value, entries)
  } else if (Array.isArray(value)) {
    for (const item of value) collect(item, entries)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) if (!key.startsWith('_')) collect(item, entries)
  }
}

function addText(text: string, {words, pairs}: TextEntries): void {
  for (const token of eachToken(text)) {
    if (isWide(token)) addPairs(token, pairs)
    else words.add(token)
  }
}

function addPairs(token: string, pairs: Set<string>): void {
  for (let index = 0; index < token.length; index += 1) {
    pairs.add(token.charAt(index))
    if (index > 0) pairs.add(token.slice(index - 1, index + 1))
  }
}

/** `试验室` → 试验, 验室; a single character stands for itself. */
export function pairsOf(text: string): string[] {
  if (text.length < 2) return text ? [text] : []
  return Array.from({length: text.length - 1}, (_, index) => text.slice(index, index + 2))
}
