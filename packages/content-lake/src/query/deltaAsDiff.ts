const CALLS = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|\/\/[^\n]*|\bdelta::(changedAny|changedOnly)\s*\(/g

/**
 * Writes `delta::changedAny(selector)` as `diff::changedAny(before(), after(), selector)`, which is how the specification
 * defines it. groq-js reads selectors such as `items[].text` only in the latter.
 */
export const deltaAsDiff = (source: string): string =>
  source.replace(CALLS, (token, name: string | undefined) => (name ? `diff::${name}(before(), after(), ` : token))
