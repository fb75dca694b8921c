import {withWordsApart} from '../indexes/matchTerms.ts'
import {eachText, isDataUrl} from '../indexes/TextIndex.ts'
import type {LakeDocument} from '../types.ts'
import {argsOf, calledBy, evaluateGroq, type GroqNode, isNode, itemsOf, mapTree, someNode} from './groq.ts'
import {pathsOf} from './operands.ts'

/** The property with a document's whole text; queries cannot name it. */
export const TEXT_PROPERTY = '\0text'

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const CONSTANT_NODES = new Set(['Value', 'Array', 'ArrayElement', 'OpCall', 'Group', 'FuncCall'])
/** Functions whose result depends on more than their arguments. */
const VARYING = /^(sanity|releases|dateTime)::|^global::(now|identity)$/
/** One term of a search: negated, quoted or plain. */
const TERMS = /-?"[^"]*"|\S+/g
const segmenter = new Intl.Segmenter('zh', {granularity: 'word'})

/**
 * Adapts `match` to Chinese, where groq-js treats a sentence as one word: Chinese terms match anywhere. Implements
 * `text::query()`, which groq-js lacks, as `match` terms over the document's whole text.
 */
export function rewriteMatches(tree: GroqNode): GroqNode {
  return mapTree(tree, (node) => {
    if (node.type !== 'OpCall' || node.op !== 'match' || !isNode(node.left) || !isNode(node.right)) return node
    const [search] = calledBy(node.right) === 'text::query' ? argsOf(node.right) : []
    if (search) {
      const words = constantOf(search)
      return words === undefined ? node : searchNode(wholeText(node.left), String(words ?? ''))
    }
    const pattern = constantOf(node.right)
    return pattern === undefined ? node : {...node, right: literal(anywherePattern(pattern))}
  })
}

/** Returns whether rewriting needs the values of parameters. */
export const needsConstantPatterns = (tree: GroqNode): boolean =>
  someNode(
    tree,
    ({type, op, right}) => type === 'OpCall' && op === 'match' && someNode(right, (part) => part.type === 'Parameter'),
  )

/** The whole text content of a document, as the text index has it. */
export function documentText(document: LakeDocument): string {
  const found: string[] = []
  eachText(document, (text) => {
    if (!isDataUrl(text)) found.push(text)
  })
  return withWordsApart(found.join(' '))
}

/** Replaces `@` by the document's whole text, alone or as in `[@, _id]`. */
function wholeText(node: GroqNode): GroqNode {
  if (node.type === 'This') return {type: 'AccessAttribute', name: TEXT_PROPERTY}
  if (node.type === 'Group' && isNode(node.base)) return wholeText(node.base)
  if (node.type !== 'Array' || !Array.isArray(node.elements)) return node
  const elements = node.elements.map((element) =>
    isNode(element) && isNode(element.value) ? {...element, value: wholeText(element.value)} : element,
  )
  return {...node, elements}
}

function searchNode(left: GroqNode, search: string): GroqNode {
  const conditions = (search.match(TERMS) ?? []).flatMap((term) => {
    const negated = term.startsWith('-')
    const text = negated ? term.slice(1) : term
    const positive = text.startsWith('"') ? phraseNodes(left, text.replaceAll('"', '')) : termNodes(left, text)
    if (positive.length === 0) return []
    return negated ? [{type: 'Not', base: allOf(positive)}] : positive
  })
  return allOf(conditions)
}

/** A quoted phrase: its words, adjacent. */
function phraseNodes(left: GroqNode, phrase: string): GroqNode[] {
  const words = termNodes(left, phrase)
  if (words.length === 0) return []
  const parts =
    left.type === 'Array' && Array.isArray(left.elements) ? left.elements.map((element) => element.value) : [left]
  const contains = parts.filter(isNode).map((part) => {
    const text = part.name === TEXT_PROPERTY ? withWordsApart(phrase) : phrase
    return containsNode(part, text.toLowerCase())
  })
  return [...words, contains.reduce((left, right) => ({type: 'Or', left, right}))]
}

/** `count(string::split(lower(part), phrase)) > 1`: substring search in GROQ. */
function containsNode(part: GroqNode, phrase: string): GroqNode {
  const lower = {type: 'FuncCall', namespace: 'global', name: 'lower', args: [part]}
  const split = {type: 'FuncCall', namespace: 'string', name: 'split', args: [lower, literal(phrase)]}
  const count = {type: 'FuncCall', namespace: 'global', name: 'count', args: [split]}
  return {type: 'OpCall', op: '>', left: count, right: literal(1)}
}

function termNodes(left: GroqNode, text: string): GroqNode[] {
  return wordsOf(text, left)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .map((word) => ({type: 'OpCall', op: 'match', left, right: literal(anywherePattern(word))}))
}

function wordsOf(text: string, left: GroqNode): string[] {
  if (CJK.test(text)) return segment(text)
  // The words of a single field are not taken apart.
  const isWholeText = someNode(left, ({name}) => name === TEXT_PROPERTY)
  return isWholeText ? withWordsApart(text).split(/\s+/) : [text]
}

/** Segments a Chinese term: `试验报告` finds documents with both 试验 and 报告. The last word may be the start of one. */
function segment(text: string): string[] {
  const segments = Array.from(segmenter.segment(text.replaceAll('*', '')))
  const words = segments.flatMap(({segment: word, isWordLike}) => (isWordLike ? [word] : []))
  return words.map((word, index) => (text.endsWith('*') && index === words.length - 1 ? `${word}*` : word))
}

function anywherePattern(pattern: unknown): unknown {
  if (Array.isArray(pattern)) return pattern.map(anywherePattern)
  if (typeof pattern !== 'string') return pattern
  return pattern
    .split(/\s+/)
    .map((term) => (CJK.test(term) ? `*${term}*` : term))
    .join(' ')
    .replace(/\*{2,}/g, '*')
}

const literal = (value: unknown): GroqNode => ({type: 'Value', value})

function allOf(conditions: GroqNode[]): GroqNode {
  const [first, ...rest] = conditions
  if (!first) return literal(true)
  return rest.reduce((left, right) => ({type: 'And', left, right}), first)
}

/** The value of a constant expression; undefined for others. */
function constantOf(node: GroqNode): unknown {
  if (someNode(node, (part) => !CONSTANT_NODES.has(part.type) || VARYING.test(calledBy(part) ?? ''))) return undefined
  try {
    return evaluateGroq(node, {timestamp: new Date(0)}).data
  } catch {
    return undefined
  }
}

/**
 * Returns whether the left side of a `match` is in the text index: `whole` for a document's whole text and its id,
 * `fields` for some fields. Undefined for others, such as dereferenced ones.
 */
export function textScope(node: GroqNode): 'whole' | 'fields' | undefined {
  if (node.type === 'Group' && isNode(node.base)) return textScope(node.base)
  const scopes = itemsOf(node)?.map(textScope)
  if (scopes) return scopes.includes(undefined) ? undefined : scopes.includes('fields') ? 'fields' : 'whole'
  const paths = pathsOf(node)
  if (!paths?.every(isIndexed)) return undefined
  return paths.every(([name, ...rest]) => rest.length === 0 && (name === TEXT_PROPERTY || name === '_id'))
    ? 'whole'
    : 'fields'
}

/** Fields with a leading underscore are not content, and `url` is computed. */
const isIndexed = ([name, ...rest]: string[]): boolean =>
  name !== undefined &&
  (name === '_id' || !name.startsWith('_')) &&
  name !== 'url' &&
  !rest.some((field) => field.startsWith('_'))

/** The constant patterns on the right of a `match`. */
export function textPatterns({type, value}: GroqNode): string[] | undefined {
  if (type !== 'Value') return undefined
  const patterns = Array.isArray(value) ? value : [value]
  return patterns.every((pattern) => typeof pattern === 'string') ? patterns : undefined
}
