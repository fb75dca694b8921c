import type {PasswordHash} from '../access/password.ts'

/** Somebody who may sign in. */
export interface UserDefinition {
  /** Their name to the machine: in the history, and to sign in with. */
  id: string
  name: string
  email: string | undefined
  /** The names of their roles, which add up. */
  roles: string[]
  /** Without one they cannot sign in. */
  password: PasswordHash | undefined
}
