import type {DatabaseSync} from 'node:sqlite'
import {ANSWER_BYTES, BODY_BYTES, ConcurrencyLimits, REQUESTS, STREAMS, UPLOADS} from './access/ConcurrencyLimits.ts'
import {EDITOR, findIdentity, mayWrite, SYSTEM} from './access/identities.ts'
import {Logins} from './access/Logins.ts'
import {People} from './access/People.ts'
import {isPasswordGiven, resolvePassword} from './access/password.ts'
import {resolveTokens} from './access/resolveTokens.ts'
import {Sessions} from './access/Sessions.ts'
import {resolveUsers} from './access/Users.ts'
import {assetFile} from './assets/assetFiles.ts'
import {ImageService} from './assets/drawing/ImageService.ts'
import {applyAction} from './documents/actions.ts'
import {applyMutation} from './documents/applyMutation.ts'
import {authorOf} from './documents/checkPermissions.ts'
import {dryRunsOf, failRelease, type ReleaseContext} from './documents/releaseActions.ts'
import {createSelectIds} from './documents/selectIds.ts'
import {type Step, type TransactionRequest, timeFor, transact} from './documents/transact.ts'
import {UniqueFields} from './documents/UniqueFields.ts'
import type {Workspace} from './documents/Workspace.ts'
import {forbidden, LakeError} from './errors.ts'
import {removeUnfinished} from './files.ts'
import {documentsAt} from './history/documentsAt.ts'
import {rememberContent} from './history/rememberContent.ts'
import type {Lake, Preparation, StartOptions} from './Lake.ts'
import {createListeners, type Listeners} from './listeners.ts'
import {Log} from './log/Log.ts'
import {Views} from './query/perspective.ts'
import {QueryRunner} from './queryRunner/QueryRunner.ts'
import {resolveOptions} from './resolveOptions.ts'
import {DocumentStore} from './store/DocumentStore.ts'
import {openDatabase} from './store/openDatabase.ts'
import {TransactionStore} from './store/TransactionStore.ts'
import type {CommitResult, DocumentAction, Identity, Transaction} from './types.ts'

export interface OpenedLake {
  lake: Lake
  setUrl(url: string): void
  /** Runs the preparation; requests are refused meanwhile. */
  prepare(preparation: Preparation): Promise<void>
  remember(): () => void
  /** Runs the cleanup functions registered with `onClose`. */
  endStreams(): void
  /** Stops the image processes and closes the database. */
  close(): void
}

/**
 * Opens the folder and all that works without HTTP: commits, queries, events. `open`: opens the database, by default the
 * one in the folder.
 */
export function openLake(given: StartOptions, open: (dir: string) => DatabaseSync = openDatabase): OpenedLake {
  const {log: write = console.error, logFormat: format = 'text', logLevel: level = 'problems'} = given
  const log = new Log({write, format, level})
  const options = resolveOptions(given)
  const database = open(options.dir)
  try {
    return assemble(given, options, database, log)
  } catch (error) {
    database.close()
    throw error
  }
}

function assemble(given: StartOptions, options: Lake['options'], database: DatabaseSync, log: Log): OpenedLake {
  let url = options.publicUrl ?? `http://localhost:${options.port}`
  let notReady: string | undefined
  const tokens = resolveTokens({...given, dir: options.dir})
  const password = resolvePassword({dir: options.dir, password: given.password, secret: tokens.write})
  const transactions = new TransactionStore(database)
  removeUnfinished(assetFile(options.dir, ''))
  // They may name removed people, or hold a password that was voided since.
  removeUnfinished(options.dir, '*.json.*')
  const documents = new DocumentStore(transactions.documents(), (problem) => log.problem(problem))
  const users = resolveUsers(given.users, options.dir)
  const logins = new Logins(
    {dir: options.dir, password, isGiven: isPasswordGiven(given.password), users, secret: tokens.write},
    database,
  )
  const sessions = new Sessions(
    {
      writeToken: tokens.write,
      logins,
      onEnd: ({userId}, reason) => log.security('session ended', {user: userId, reason}),
    },
    database,
  )
  const views = new Views(documents, {readPermissions: (identity) => users.roles.readPermissions(identity)}, () => url)
  users.onChange(() => {
    views.clear()
    sessions.endOutdated()
  })
  const beforeCommit = createListeners<Transaction>()
  const afterCommit = queued(
    createListeners<Transaction>((error) => log.problem(`A transaction listener failed: ${String(error)}`)),
  )
  const cleaners = createListeners<void>()
  const images = new ImageService()
  const unique = new UniqueFields(given.unique ?? [], documents, database)
  beforeCommit.add((transaction) => unique.record(transaction))
  const stores = {
    documents,
    transactions,
    beforeCommit: beforeCommit.call,
    afterCommit: afterCommit.call,
    nextTimestamp: createClock(database),
    authorOf: (identity: Identity) => authorOf(identity, users, documents),
    requireUnique: (workspace: Workspace) => unique.check(workspace),
  }
  const run = (request: TransactionRequest): CommitResult => transact(request, stores)

  const releaseContext = ({id}: Identity, isDryRun = false): ReleaseContext => ({
    userId: id,
    lastStates: (ids) => ids.flatMap((documentId) => documentsAt(database, [documentId], 'last')),
    rule: isDryRun ? undefined : given.releaseRule,
    isDryRun,
  })
  /** Returns the author of a scheduled release, with the roles of today. Throws 403 if they may write no more. */
  const authorOfRelease = (id: string): Identity => {
    const known = users.find(id) ?? findIdentity(id)
    if (known && mayWrite(known) && !(users.haveNames && known.id === EDITOR.id)) return known
    throw forbidden(`Who scheduled the release ("${id}") may not write any more`)
  }
  const lake: Lake = {
    options,
    database,
    documents,
    tokens,
    sessions,
    logins,
    users,
    people: new People({dir: options.dir, hasFile: given.users !== undefined, users}),
    log,
    streams: new ConcurrencyLimits(STREAMS, given.streamLimits),
    requests: new ConcurrencyLimits(REQUESTS, given.requestLimits),
    bodies: new ConcurrencyLimits(BODY_BYTES, given.bodyLimits),
    answers: new ConcurrencyLimits(ANSWER_BYTES, given.answerLimits),
    uploads: new ConcurrencyLimits(UPLOADS, given.uploadLimits),
    images,
    get url() {
      return url
    },
    get notReady() {
      return notReady
    },
    commit: ({mutations, selected = new Map(), ...request}) => {
      const selectIds = createSelectIds({
        options,
        stored: () => views.get('raw', request.author),
        identityId: request.author.id,
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
      const context = releaseContext(request.author, request.dryRun)
      const steps = stepsOf(actions, context)
      const time = timeFor(request.author)
      const isRetry = request.transactionId !== undefined && transactions.find(request.transactionId) !== undefined
      // A release that could not be published is refused when it is scheduled.
      for (const dryRun of isRetry || request.dryRun ? [] : dryRunsOf(actions)) {
        const steps = stepsOf(dryRun, context)
        run({author: request.author, kind: 'action', steps, content: [], dryRun: true, time})
      }
      return run({...request, kind: 'action', steps, content: actions, time})
    },
    fireRelease: (release) => {
      const {name, userId} = release
      const actions = [{actionType: 'sanity.action.release.publish', releaseId: String(name)}]
      try {
        const author = authorOfRelease(String(userId))
        run({author, kind: 'action', steps: stepsOf(actions, releaseContext(author)), content: actions})
        return undefined
      } catch (error) {
        // A full disk or a slow role passes: it is tried again.
        if (!(error instanceof LakeError) || error.status >= 500) throw error
        const message = error.message
        const steps = [(workspace: Workspace) => failRelease(workspace, release._id, message)]
        run({author: SYSTEM, kind: 'action', steps, content: [{release: release._id, message}]})
        return message
      }
    },
    query: (request) => queries.run(request),
    queryAsJson: (request) => queries.runAsJson(request),
    queryInProcess: (request) => queries.runInProcess(request),
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
    prepare: async ({reason, run: prepare}) => {
      notReady = reason
      await prepare(lake)
      notReady = undefined
    },
    remember: () => {
      const restore = rememberContent(database, documents)
      return () => {
        const transaction = restore(stores.nextTimestamp())
        if (transaction) afterCommit.call(transaction)
      }
    },
    endStreams: cleaners.call,
    close: () => {
      images.close()
      database.close()
    },
  }
}

const stepsOf = (actions: readonly DocumentAction[], context: ReleaseContext): Step[] =>
  actions.map(
    (action): Step =>
      (workspace) =>
        applyAction(workspace, action, context),
  )

/** Every listener gets one event before any gets the next, even when a listener emits one. */
function queued<Event>({add, call}: Listeners<Event>): Listeners<Event> {
  const waiting: Event[] = []
  let isDraining = false
  return {
    add,
    call(event) {
      waiting.push(event)
      if (isDraining) return
      isDraining = true
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) call(next)
      isDraining = false
    },
  }
}

/**
 * Strictly increasing commit timestamps, even within a millisecond or after the system clock was set back, so that
 * `_updatedAt` orders revisions.
 */
function createClock(database: DatabaseSync): () => string {
  const newest = database.prepare('SELECT max(timestamp) AS timestamp FROM transactions').get()?.timestamp
  let last = typeof newest === 'string' ? Date.parse(newest) : 0
  return () => {
    last = Math.max(Date.now(), last + 1)
    return new Date(last).toISOString()
  }
}
