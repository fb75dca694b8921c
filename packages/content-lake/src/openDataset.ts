import type {DatabaseSync} from 'node:sqlite'
import {EDITOR, findIdentity, mayWrite, SYSTEM} from './access/identities.ts'
import {applyAction, joinEdits} from './documents/actions.ts'
import {applyMutation} from './documents/applyMutation.ts'
import type {authorOf} from './documents/checkPermissions.ts'
import {dryRunsOf, failRelease, type ReleaseContext} from './documents/releaseActions.ts'
import {createSelectIds} from './documents/selectIds.ts'
import {type Step, timeFor, transact} from './documents/transact.ts'
import {createUniqueFields} from './documents/uniqueFields.ts'
import {createWorkQueue, finish, type Work} from './documents/work.ts'
import {forbidden, LakeError, serviceUnavailable} from './errors.ts'
import {documentsAt} from './history/documentsAt.ts'
import {mayRestore} from './history/historyRights.ts'
import {timeForHistory} from './history/readHistory.ts'
import {rememberContent} from './history/rememberContent.ts'
import type {Dataset, Lake, LakeActionsRequest, LakeCommitRequest} from './Lake.ts'
import {createListeners, type Listeners} from './listeners.ts'
import type {StepBudget} from './query/limits/StepBudget.ts'
import {Views} from './query/perspective.ts'
import {createQueryRunner} from './queryRunner/queryRunner.ts'
import {DocumentStore} from './store/DocumentStore.ts'
import {createTransactionStore} from './store/TransactionStore.ts'
import type {CommitResult, DocumentAction, Identity, LakeDocument, LakeOptions, Transaction} from './types.ts'

/** The parts that a dataset shares with its lake, and the rules for its changes. */
interface DatasetSettings extends Pick<LakeOptions, 'unique' | 'releaseRule'> {
  options: Lake['options']
  shared: Pick<Lake, 'users' | 'log' | 'url' | 'onClose'>
  authorOf: typeof authorOf
}

export interface OpenedDataset extends Dataset {
  /** Remembers its content for tests. Returns a function that goes back to it. */
  remember(): () => void
}

/** Loads the documents of an open database: commits, queries and events of one dataset. */
export function openDataset(database: DatabaseSync, settings: DatasetSettings): OpenedDataset {
  const {options, shared, unique: uniqueRules = [], releaseRule, authorOf} = settings
  const {users, log} = shared
  const transactions = createTransactionStore(database)
  const documents = new DocumentStore(transactions.documents(), (problem) => log.problem(problem))
  const permissions = {readPermissions: (identity: Identity) => users.roles.readPermissions(identity)}
  const views = new Views(documents, permissions, () => shared.url)
  users.onChange(() => views.clear())
  const beforeCommit = createListeners<Transaction>()
  const afterCommit = queued(
    createListeners<Transaction>((error) => log.problem(`A transaction listener failed: ${String(error)}`)),
  )
  const unique = createUniqueFields(uniqueRules, documents, database)
  beforeCommit.add(unique.record)
  const stores = {
    documents,
    transactions,
    beforeCommit: beforeCommit.call,
    afterCommit: afterCommit.call,
    nextTimestamp: createClock(database),
    authorOf: (identity: Identity) => authorOf(identity, users, documents),
    requireUnique: unique.check,
  }

  const releaseContext = (author: Identity, isDryRun = false): ReleaseContext => ({
    userId: author.id,
    lastState: (documentId) => documentsAt(database, [documentId], 'last')[0],
    mayRestore: (version, release) => mayRestore(author, {database, documents, users}, {version, release}),
    rule: isDryRun ? undefined : releaseRule,
    isDryRun,
  })
  /** Returns the author of a scheduled release, with the roles of today. Throws 403 if they may write no more. */
  const authorOfRelease = (id: string): Identity => {
    const known = users.find(id) ?? findIdentity(id)
    if (known && mayWrite(known) && !(users.haveNames && known.id === EDITOR.id)) return known
    throw forbidden(`Who scheduled the release ("${id}") may not write any more`)
  }
  const queries = createQueryRunner({options, documents, shared}, views)

  const commit = ({mutations, selected = new Map(), ...request}: LakeCommitRequest): Work<CommitResult> => {
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
    return transact({...request, kind: 'mutation', steps, content: mutations}, stores)
  }

  function* act({actions, ...request}: LakeActionsRequest): Work<CommitResult> {
    const {author, time = timeFor(author), dryRun = false} = request
    const context = releaseContext(author, dryRun)
    const isRetry = request.transactionId !== undefined && transactions.find(request.transactionId) !== undefined
    // A release that could not be published is refused when it is scheduled.
    for (const {before, publication, at} of isRetry || dryRun ? [] : dryRunsOf(actions)) {
      const steps = [...stepsOf(before, context), ...stepsOf([publication], {...context, at})]
      yield* transact({author, kind: 'action', steps, content: [], dryRun: true, time}, stores)
    }
    return yield* transact(
      {...request, kind: 'action', steps: stepsOf(actions, context), content: actions, time},
      stores,
    )
  }

  const commits = createWorkQueue()
  const history = createWorkQueue()
  let isClosing = false
  shared.onClose(() => {
    isClosing = true
  })
  const unlessClosing = (mayGoOn: () => void) => () => {
    if (isClosing) throw serviceUnavailable('The lake is closing', 1)
    mayGoOn()
  }
  const inTurn = (
    author: Identity,
    mayGoOn: () => void,
    begin: (time: StepBudget) => Work<CommitResult>,
  ): Promise<CommitResult> =>
    commits(() => {
      const time = timeFor(author)
      return {begin: () => begin(time), time, version: () => documents.version, mayGoOn: unlessClosing(mayGoOn)}
    })

  async function fireRelease(release: LakeDocument): Promise<string | undefined> {
    const {_id, name, userId} = release
    const actions = [{actionType: 'sanity.action.release.publish', releaseId: String(name)}]
    const requireUnchanged = () => {
      // Stored documents are immutable: another one has another time, or none.
      if (documents.get(_id) !== release) throw serviceUnavailable('The release was changed meanwhile', 1)
    }
    try {
      const author = authorOfRelease(String(userId))
      const mayFire = () => {
        requireUnchanged()
        authorOfRelease(author.id)
      }
      await inTurn(author, mayFire, (time) => act({author, actions, time}))
      return undefined
    } catch (error) {
      // A full disk or a slow role passes: it is tried again.
      if (!(error instanceof LakeError) || error.status >= 500) throw error
      const {message} = error
      const step: Step = (workspace) => void failRelease(workspace, _id, message)
      const request = {author: SYSTEM, kind: 'action' as const, steps: [step], content: [{release: _id, message}]}
      // Queued, too: an earlier commit may have archived the release.
      await inTurn(SYSTEM, requireUnchanged, (time) => transact({...request, time}, stores))
      return message
    }
  }

  shared.onClose(queries.close)
  return {
    options,
    database,
    documents,
    commit: (request) => finish(commit(request)),
    act: (request) => finish(act(request)),
    commitInTurn: (request, mayGoOn) => inTurn(request.author, mayGoOn, (time) => commit({...request, time})),
    actInTurn: (request, mayGoOn) => inTurn(request.author, mayGoOn, (time) => act({...request, time})),
    historyInTurn: (work, mayGoOn) =>
      history(() => {
        const time = timeForHistory()
        // Commits in between do not change the history before them.
        return {begin: () => work(time), time, version: () => 0, mayGoOn: unlessClosing(mayGoOn)}
      }),
    fireRelease,
    query: queries.run,
    queryAsJson: queries.runAsJson,
    queryInProcess: queries.runInProcess,
    beforeCommit: beforeCommit.add,
    onTransaction: afterCommit.add,
    remember: () => {
      const restore = rememberContent(database, documents)
      return () => {
        const transaction = restore(stores.nextTimestamp())
        if (transaction) afterCommit.call(transaction)
      }
    },
  }
}

const stepsOf = (actions: readonly DocumentAction[], context: ReleaseContext): Step[] =>
  joinEdits(actions).map(
    (action): Step =>
      (workspace) =>
        action && applyAction(workspace, action, context),
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

/** Strictly increasing timestamps, whatever the clock does, so that `_updatedAt` orders revisions. */
function createClock(database: DatabaseSync): () => string {
  const newest = database.prepare('SELECT max(timestamp) AS timestamp FROM transactions').get()?.timestamp
  let last = typeof newest === 'string' ? Date.parse(newest) : 0
  return () => {
    last = Math.max(Date.now(), last + 1)
    return new Date(last).toISOString()
  }
}
