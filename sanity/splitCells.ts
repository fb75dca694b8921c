import {splitStega} from './splitStega.ts'

/** Splits a line at its bars. Stega, which carries click-to-edit, stands whole behind each cell that is not empty. */
export function splitCells(text: string | null | undefined): string[] {
  if (!text) return []
  const {cleaned, encoded} = splitStega(text)
  return cleaned.split(/[|｜]/).map((cell) => (cell.trim() ? cell.trim() + encoded : ''))
}
