import {splitStega} from '@/sanity/splitStega'

/** Splits a line at its bars. Stega, which carries click-to-edit, stays whole behind the first cell. */
export function splitCells(text: string | null | undefined): string[] {
  if (!text) return []
  const {cleaned, encoded} = splitStega(text)
  return cleaned.split(/[|｜]/).map((cell, index) => (index === 0 ? cell.trim() + encoded : cell.trim()))
}
