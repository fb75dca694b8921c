import {globSync} from 'node:fs'
import {readFile, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {promisify} from 'node:util'
import {brotliCompress, constants, gzip} from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Level 11 takes ten times as long and saves a twelfth. */
const BROTLI_QUALITY = 9

/** Writes a `.br` and a `.gz` beside each text file of a build that gets smaller by it, for servers to send as they are. */
export async function compressFiles(folder: string): Promise<void> {
  const files = globSync('**/*.{js,mjs,css,svg,json,webmanifest,wasm}', {cwd: folder})
  await Promise.all(files.map((file) => compressFile(join(folder, file))))
}

/** Writes both beside one file. */
export async function compressFile(file: string): Promise<void> {
  const source = await readFile(file)
  const params = {[constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: source.length}
  const variants = {br: await brotli(source, {params}), gz: await gzipped(source, {level: 9})}
  for (const [suffix, compressed] of Object.entries(variants)) {
    if (compressed.length < source.length) await writeFile(`${file}.${suffix}`, compressed)
  }
}
