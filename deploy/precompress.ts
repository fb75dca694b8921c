/**
 * Compresses a build's files once, as well as it goes, for nginx to send as they are:
 * `node deploy/precompress.ts .next/static`.
 */
import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {brotliCompressSync, gzipSync} from 'node:zlib'

/** Smaller ones fit into one packet as they are. */
const smallest = 1000

const folder = process.argv[2]
if (!folder) {
  console.error('Name the folder: node deploy/precompress.ts .next/static')
  process.exit(1)
}

let count = 0
for (const entry of readdirSync(folder, {recursive: true, withFileTypes: true})) {
  const path = join(entry.parentPath, entry.name)
  if (!entry.isFile() || !/\.(js|css|svg|json|txt|map)$/.test(entry.name)) continue
  const data = readFileSync(path)
  if (data.length < smallest) continue
  writeFileSync(`${path}.br`, brotliCompressSync(data))
  writeFileSync(`${path}.gz`, gzipSync(data, {level: 9}))
  count++
}
console.log(`${count} files compressed in ${folder}`)
