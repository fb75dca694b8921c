import {createReadStream} from 'node:fs'

const LINE_FEED = 0x0a

interface Line {
  text: string
  /** Counted from 1. */
  number: number
}

/**
 * The lines of a text file in UTF-8, one at a time. Only a line feed ends one: Node's own line reader also cuts at
 * U+2028 and U+2029, which JSON allows inside of strings. Throws with its number when a line has more than `maxBytes`.
 */
export async function* readLines(file: string, maxBytes: number): AsyncGenerator<Line> {
  let pieces: Buffer[] = []
  let size = 0
  let number = 0
  const line = (): Line => {
    number += 1
    const text = Buffer.concat(pieces).toString('utf8')
    pieces = []
    size = 0
    return {text, number}
  }
  const add = (piece: Buffer): void => {
    size += piece.length
    if (size > maxBytes) {
      const limit = `${maxBytes / 1024 / 1024} MB`
      throw new Error(`${file}, line ${number + 1}: the line is longer than ${limit}; each line holds one document.`)
    }
    if (piece.length > 0) pieces.push(piece)
  }
  for await (const chunk of createReadStream(file)) {
    if (!Buffer.isBuffer(chunk)) continue
    let start = 0
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      add(chunk.subarray(start, end))
      yield line()
      start = end + 1
    }
    add(chunk.subarray(start))
  }
  if (size > 0) yield line()
}
