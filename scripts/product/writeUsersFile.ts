import {existsSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {roles} from '../../sanity/roles/roles.ts'
import {dataDir} from './paths.ts'
import {UserError} from './report.ts'

/**
 * Writes the people of `users.json` in the data folder and the site's roles to one file for the embedded lake. Returns
 * its path; undefined without `users.json`, in which case everybody who opens the Studio is an administrator.
 */
export function writeUsersFile(folder = dataDir): string | undefined {
  const people = join(folder, 'users.json')
  if (!existsSync(people)) return undefined
  const file = join(folder, 'lake-users.json')
  writeFileSync(file, JSON.stringify({roles, users: readPeople(people)}, null, 2), {mode: 0o600})
  return file
}

function readPeople(file: string): unknown[] {
  try {
    const people: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (Array.isArray(people)) return people
  } catch {}
  throw new UserError(`${file} is no list of people. Write [{"id": "li-wei", "name": "李伟", "roles": ["marketer"]}].`)
}
