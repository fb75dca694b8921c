import {splitStega} from '@/sanity/splitStega'

/**
 * The cells that an editor wrote in one line, separated by bars. The invisible characters of a preview, by which a click
 * finds the field, stay whole behind the first.
 */
export function splitCells(text: string | null | undefined): string[] {
  if (!text) return []
  const {cleaned, encoded} = splitStega(text)
  return cleaned.split(/[|｜]/).map((cell, index) => (index === 0 ? cell.trim() + encoded : cell.trim()))
}
