// Preloaded into the site's process: while the file FAIL_WRITES_FILE exists, every write below FAIL_WRITES_BELOW fails
// with the error code in it, such as ENOSPC (full disk) or EROFS (read-only).
import {existsSync, promises, readFileSync} from 'node:fs'
import {resolve} from 'node:path'

const {FAIL_WRITES_FILE: file = '', FAIL_WRITES_BELOW: folder = ''} = process.env

for (const name of ['writeFile', 'mkdir', 'rename']) {
  const write = promises[name]
  promises[name] = async (path, ...rest) => {
    if (resolve(String(path)).startsWith(folder) && existsSync(file)) {
      const code = readFileSync(file, 'utf8')
      throw Object.assign(new Error(`${code}: ${name} '${path}'`), {code})
    }
    return write.call(promises, path, ...rest)
  }
}
