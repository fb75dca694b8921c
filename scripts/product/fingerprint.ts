import {createHash} from 'node:crypto'
import {globSync, readFileSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {root} from './paths.ts'

const ignored = /(^|\/)(node_modules|dist|\.next|\.data|\.sanity|test-results)(\/|$)|\.test\.tsx?$|\.tsbuildinfo$/

/**
 * A hash of the files below the given paths (relative to the project) and of extra strings.
 * A build is reused while its fingerprint stays the same.
 */
export function fingerprint(paths: string[], extra: string[] = []): string {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesBelow).sort()) hash.update(path).update(readFileSync(join(root, path)))
  return hash.update(JSON.stringify(extra)).digest('hex')
}

function filesBelow(path: string): string[] {
  const stats = statSync(join(root, path), {throwIfNoEntry: false})
  if (!stats) return []
  if (stats.isFile()) return [path]
  return globSync(`${path}/**/*`, {cwd: root, exclude: (entry) => ignored.test(String(entry))}).filter(
    (file) => !ignored.test(file) && statSync(join(root, file)).isFile(),
  )
}
