import {mkdtempSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

/** The paths of a project in a new temporary folder, in place of those of `scripts/product/paths.ts`. */
export function temporaryProject() {
  const root = mkdtempSync(join(tmpdir(), 'project-'))
  return {
    root,
    dataDir: join(root, '.data'),
    siteBuildDir: join(root, '.next'),
    studioBuildDir: join(root, 'studio/dist'),
  }
}
