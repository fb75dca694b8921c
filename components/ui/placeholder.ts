/** What stands in content where a fact is still missing. */
export const markerPattern = /(【待填】|\[to be filled in\])/

/** Does the text hold a placeholder instead of a fact? */
export function isPlaceholder(text: string): boolean {
  return markerPattern.test(text)
}
