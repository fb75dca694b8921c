import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {messageOf} from '../../lib/messageOf.ts'
import {roles} from '../../sanity/roles/lakeRoles.ts'
import {writeWhole} from './files.ts'
import {dataDir} from './paths.ts'
import {step, UserError} from './report.ts'

/**
 * Writes the people of `users.json` in the data folder and the site's roles to one file for the embedded lake; the roles
 * alone once the Studio manages the people and that file is gone. Returns its path; undefined if nobody is named, in which
 * case everybody who opens the Studio is an administrator.
 */
export function writeUsersFile(folder = dataDir): string | undefined {
  const users = readUsers(folder)
  if (users === undefined) return undefined
  const file = join(folder, 'lake-users.json')
  writeWhole(file, JSON.stringify(users, null, 2), 0o600)
  return file
}

/**
 * Returns what goes into that file; undefined if nobody is named.
 *
 * @throws UserError if the list of people is none.
 */
export function readUsers(folder = dataDir): {roles: typeof roles; users?: unknown[]} | undefined {
  const people = join(folder, 'users.json')
  if (existsSync(people)) return {roles, users: readPeople(people)}
  return existsSync(join(folder, 'lake', 'people.json')) ? {roles} : undefined
}

const watchInterval = 1000

/**
 * Writes that file again whenever the list of people changes, which the lake then follows. With a mistake in it the
 * people from before stay. Returns a cleanup function.
 */
export function watchUsersFile(folder = dataDir): () => void {
  const people = join(folder, 'users.json')
  const contents = () => {
    try {
      return readFileSync(people, 'utf8')
    } catch {
      return undefined
    }
  }
  // `fs.watchFile` misses a change before its first look, which comes some time after the call.
  let seen = contents()
  const timer = setInterval(() => {
    const text = contents()
    if (text === seen) return
    seen = text
    try {
      if (!writeUsersFile(folder)) throw new UserError(`${people} is gone.`)
    } catch (error) {
      step(`${messageOf(error)} The people from before stay in force.`)
    }
  }, watchInterval)
  timer.unref()
  return () => clearInterval(timer)
}

function readPeople(file: string): unknown[] {
  try {
    const people: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (Array.isArray(people)) return people
  } catch {}
  throw new UserError(`${file} is no list of people. Write [{"id": "li-wei", "name": "李伟", "roles": ["marketer"]}].`)
}
