import type {DatabaseSync} from 'node:sqlite'
import {Logins} from './access/Logins.ts'
import {resolvePassword} from './access/password.ts'
import {resolveTokens} from './access/resolveTokens.ts'
import {Sessions} from './access/Sessions.ts'
import {createListeners, createQueue} from './createListeners.ts'
import {applyAction} from './documents/actions/applyAction.ts'
import {applyMutation} from './documents/applyMutation.ts'
import {createSelectIds} from './documents/selectIds.ts'
import {type Step, type TransactionRequest, transact} from './documents/transact.ts'
import type {Workspace} from './documents/Workspace.ts'
import {Log} from './log/Log.ts'
import {QueryRunner} from './query/limits/QueryRunner.ts'
import {Views} from './query/perspective.ts'
import {resolveOptions} from './resolveOptions.ts'
import {checkPermissions} from './roles/checkPermissions.ts'
import {seesDocument} from './roles/seesDocument.ts'
import {resolveUsers} from './roles/Users.ts'
import {createClock} from './store/createClock.ts'
import {DocumentStore} from './store/DocumentStore.ts'
import {openDatabase} from './store/openDatabase.ts'
import {TransactionStore} from './store/TransactionStore.ts'
import type {CommitResult, Identity, Lake, LakeOptions, Transaction} from './types.ts'

export interface OpenedLake {
  lake: Lake
  /** Says where the lake is reached, once that is known. */
  setUrl(url: string): void
  /** Ends what is registered with `onClose`. */
  endStreams(): void
  /** Closes the database. */
  close(): void
}

/** Opens the folder and everything that works without HTTP: commits, queries, events. */
export function openLake(given: LakeOptions): OpenedLake {
  const {log: write = console.error, logFormat: format = 'text', logLevel: level = 'problems'} = given
  const log = new Log({write, format, level})
  const options = resolveOptions(given, log)
  const database = openDatabase(options.dir)
  try {
    return assemble(given, options, database, log)
  } catch (error) {
    database.close()
    throw error
  }
}

function assemble(given: LakeOptions, options: Lake['options'], database: DatabaseSync, log: Log): OpenedLake {
  let url = options.publicUrl ?? `http://localhost:${options.port}`
  const tokens = resolveTokens({...given, dir: options.dir})
  const password = resolvePassword({dir: options.dir, password: given.password, secret: tokens.write})
  const transactions = new TransactionStore(database)
  const documents = new DocumentStore(transactions.documents())
  const users = resolveUsers(given.users, options.dir)
  const views = new Views(documents, users.roles, () => url)
  const beforeCommit = createListeners<Transaction>()
  const afterCommit = createQueue<Transaction>((error) =>
    options.log(`A transaction listener failed: ${String(error)}`),
  )
  const cleaners = createListeners<void>()
  const stores = {
    documents,
    transactions,
    beforeCommit: beforeCommit.call,
    afterCommit: afterCommit.call,
    nextTimestamp: createClock(database),
    authorize: (workspace: Workspace, author: Identity) => checkPermissions(workspace, author, users.roles, documents),
  }
  const run = (request: TransactionRequest): CommitResult => transact(request, stores)

  const lake: Lake = {
    options,
    database,
    documents,
    tokens,
    sessions: new Sessions({writeToken: tokens.write, password, users}, database),
    logins: new Logins(password, users, database),
    users,
    log,
    get url() {
      return url
    },
    commit: ({mutations, selected = new Map(), ...request}) => {
      const selectIds = createSelectIds({
        options,
        stored: () => views.get('raw', request.author),
        sees: seesDocument(request.author, {users}),
        selected,
      })
      const steps = mutations.map(
        (mutation): Step =>
          (workspace) =>
            applyMutation(workspace, mutation, selectIds),
      )
      return run({...request, kind: 'mutation', steps, content: mutations})
    },
    act: ({actions, ...request}) => {
      const steps = actions.map(
        (action): Step =>
          (workspace) =>
            applyAction(workspace, action),
      )
      return run({...request, kind: 'action', steps, content: actions})
    },
    query: (request) => queries.run(request),
    queryInThread: (request) => queries.runInThread(request),
    beforeCommit: beforeCommit.add,
    onTransaction: afterCommit.add,
    onClose: cleaners.add,
  }
  const queries = new QueryRunner(lake, views)
  cleaners.add(() => queries.close())
  return {
    lake,
    setUrl: (known) => {
      url = options.publicUrl ?? known
    },
    endStreams: cleaners.call,
    close: () => database.close(),
  }
}
