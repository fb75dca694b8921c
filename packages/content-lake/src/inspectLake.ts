import {existsSync} from 'node:fs'
import {join} from 'node:path'
import {resolvePassword} from './access/password.ts'
import {usersIn} from './access/Users.ts'
import {usersFrom} from './access/usersFiles.ts'
import {COMMENTS_FOLDER} from './comments/comments.ts'
import {messageOf} from './errors.ts'
import {hasWorked, inspectDatabase} from './store/openDatabase.ts'

const PEOPLE = 'The list of people'

/**
 * Returns what would keep a lake from starting on a folder, one sentence for each file, and changes nothing there. A
 * database that a lake has open, or that was not closed, is passed over.
 *
 * @param users the content of its users file, as JSON is read; undefined if it has none
 */
export function inspectLake(dir: string, users?: unknown): string[] {
  const comments = join(dir, COMMENTS_FOLDER)
  const given = () => usersFrom(PEOPLE, () => users)
  const checks = [
    () => inspectDatabase(dir, hasWorked(dir)),
    () => existsSync(comments) && inspectDatabase(comments, false),
    () => resolvePassword({dir, password: undefined, secret: ''}),
    () => users !== undefined && usersIn(dir, given(), PEOPLE),
  ]
  return checks.flatMap((check) => {
    try {
      check()
      return []
    } catch (error) {
      return [messageOf(error)]
    }
  })
}
