/** Matches the text before a slash that begins a regular expression instead of a division. */
const beforeRegex = /(^|[(,=:[!&|?{};+\n])\s*$/
const declaration = /\b(?:it|test|describe)\b/y
const skipped = /\.(?:skip|todo|fixme)\b/

/**
 * Returns the titles of the tests in a source text, as written: with `%s` and `${…}`. Ignores comments, strings and
 * skipped tests.
 */
export function testTitles(source: string): string[] {
  const titles: string[] = []
  for (let at = 0; at < source.length; ) {
    const after = endOfToken(source, at)
    if (after > at) {
      at = after
      continue
    }
    declaration.lastIndex = at
    const isOwnWord = !/[\w$.]/.test(source[at - 1] ?? ' ')
    const keyword = isOwnWord ? declaration.exec(source)?.[0] : undefined
    const title = keyword && titleAfter(source, at + keyword.length)
    if (title) titles.push(title)
    at += keyword?.length ?? 1
  }
  return titles
}

/** Follows a chain such as `.each([…])('title'` to the first call that begins with a string. */
function titleAfter(source: string, start: number): string | undefined {
  const chainStart = start
  for (let at = start; ; ) {
    const member = /^\s*\.\s*\w+/.exec(source.slice(at, at + 80))?.[0]
    if (member) {
      at += member.length
      continue
    }
    if (source[at] !== '(') return undefined
    const open = at + 1 + (/^\s*/.exec(source.slice(at + 1, at + 200))?.[0].length ?? 0)
    if (/['"`]/.test(source[open] ?? '')) {
      if (skipped.test(source.slice(chainStart, at))) return undefined
      return source.slice(open + 1, endOfToken(source, open) - 1).replace(/\\(['"`])/g, '$1')
    }
    at = endOfBrackets(source, at)
  }
}

function endOfBrackets(source: string, start: number): number {
  let depth = 0
  for (let at = start; at < source.length; ) {
    const after = endOfToken(source, at)
    if (after > at) {
      at = after
      continue
    }
    if ('([{'.includes(source[at] ?? '')) depth += 1
    if (')]}'.includes(source[at] ?? '')) depth -= 1
    at += 1
    if (depth === 0) return at
  }
  return source.length
}

/** Returns the end of the comment, string, template or regular expression that begins at `at`; `at` if none does. */
function endOfToken(source: string, at: number): number {
  const mark = source[at]
  if (mark === '/' && source[at + 1] === '/') return endOr(source.indexOf('\n', at), source)
  if (mark === '/' && source[at + 1] === '*') return endOr(source.indexOf('*/', at) + 2, source)
  if (mark === "'" || mark === '"') return endOfString(source, at + 1, mark)
  if (mark === '`') return endOfTemplate(source, at + 1)
  // `/>` closes an element.
  if (mark === '/' && source[at + 1] !== '>' && beforeRegex.test(source.slice(Math.max(0, at - 40), at)))
    return endOfRegex(source, at + 1)
  return at
}

const endOr = (end: number, source: string): number => (end < 2 ? source.length : end)

function endOfString(source: string, start: number, quote: string): number {
  let at = start
  // A string ends on its line; an apostrophe in JSX text begins none.
  while (at < source.length && source[at] !== quote && source[at] !== '\n') at += source[at] === '\\' ? 2 : 1
  return at + 1
}

function endOfTemplate(source: string, start: number): number {
  let at = start
  while (at < source.length && source[at] !== '`') {
    if (source[at] === '\\') at += 2
    else if (source[at] === '$' && source[at + 1] === '{') at = endOfBrackets(source, at + 1)
    else at += 1
  }
  return at + 1
}

function endOfRegex(source: string, start: number): number {
  let isClass = false
  let at = start
  for (; at < source.length && (isClass || source[at] !== '/') && source[at] !== '\n'; at += 1) {
    if (source[at] === '\\') at += 1
    else if (source[at] === '[') isClass = true
    else if (source[at] === ']') isClass = false
  }
  return at + 1
}
