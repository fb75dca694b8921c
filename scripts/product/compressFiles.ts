import {globSync} from 'node:fs'
import {readFile, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {promisify} from 'node:util'
import {brotliCompress, constants, gzip} from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Smaller ones fit into one packet as they are. */
const smallest = 1000

/**
 * Writes a `.br` and a `.gz` beside each text file of a build that gets smaller by it, for servers to send as they are.
 * Brotli's `quality` is 0 to 11; 11 takes ten times as long as 9 and saves a twelfth.
 */
export async function compressFiles(folder: string, {quality}: {quality: number}): Promise<void> {
  const files = globSync('**/*.{js,mjs,css,svg,json,txt,webmanifest,wasm}', {cwd: folder})
  await Promise.all(files.map((file) => compressFile(join(folder, file), quality)))
}

/** Writes both beside one file. */
export async function compressFile(file: string, quality: number): Promise<void> {
  const source = await readFile(file)
  if (source.length < smallest) return
  const params = {[constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: source.length}
  const variants = {br: await brotli(source, {params}), gz: await gzipped(source, {level: 9})}
  for (const [suffix, compressed] of Object.entries(variants)) {
    if (compressed.length < source.length) await writeFile(`${file}.${suffix}`, compressed)
  }
}
