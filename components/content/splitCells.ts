import {stegaClean} from '@sanity/client/stega'

/** The cells that an editor wrote in one line, separated by bars. Those of draft mode lose their invisible characters. */
export function splitCells(text: string | null | undefined): string[] {
  return text
    ? stegaClean(text)
        .split(/[|｜]/)
        .map((cell) => cell.trim())
    : []
}
