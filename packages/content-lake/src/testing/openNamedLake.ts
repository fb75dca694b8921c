import {writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import type {SanityClient} from '@sanity/client'
import {hashPassword} from '../access/password.ts'
import type {StartedLake} from '../Lake.ts'
import type {RoleDefinition} from '../roles/definitions.ts'
import type {LakeOptions} from '../types.ts'
import {clientOf, newFolder, openTestLake} from './openTestLake.ts'

export const USER_PASSWORD = 'a password for tests'
const password = hashPassword(USER_PASSWORD)

type TestRole = Pick<RoleDefinition, 'name' | 'grants'> & Partial<RoleDefinition>

export interface NamedLake {
  lake: StartedLake
  file: string
  as(id: string, apiVersion?: string): SanityClient
}

/** A lake with these roles, and with one user for each of them (or for several, joined by `+`) who is called like them. */
export async function openNamedLake(
  roles: readonly TestRole[],
  names: readonly string[],
  options: Partial<LakeOptions> = {},
): Promise<NamedLake> {
  const file = join(await newFolder(), 'users.json')
  const users = names.map((name) => ({
    id: name.replaceAll('+', '_'),
    name: `User ${name}`,
    email: `${name.replaceAll('+', '_')}@example.com`,
    roles: name.split('+'),
    password,
  }))
  await writeFile(file, JSON.stringify({roles, users}))
  const lake = await openTestLake({users: file, ...options})
  const as = (id: string, apiVersion?: string) => {
    const identity = lake.users.find(id)
    if (!identity) throw new Error(`There is no user ${id}`)
    return clientOf(lake, {token: lake.sessions.create(identity), ...(apiVersion && {apiVersion})})
  }
  return {lake, file, as}
}
