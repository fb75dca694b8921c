/** Markers of missing facts, in Chinese and in English, with room for a note: `【待填：公司地址】`. Visitors read no such text. */
export const placeholderMarkers = ['【待填', '[to be filled in'] as const

/** Matches and captures a placeholder, with the note within it. */
export const placeholderPattern = /(【待填[^】]*】?|\[to be filled in[^\]]*\]?)/i

/** Returns whether a text holds a placeholder. */
export function isPlaceholder(text: string): boolean {
  return placeholderPattern.test(text)
}
