import {existsSync} from 'node:fs'
import {join} from 'node:path'
import type {DatabaseSync} from 'node:sqlite'
import {ANSWER_BYTES, BODY_BYTES, ConcurrencyLimits, REQUESTS, STREAMS, UPLOADS} from './access/ConcurrencyLimits.ts'
import {createLogins} from './access/logins.ts'
import {createPeople} from './access/People.ts'
import {isPasswordGiven, resolvePassword} from './access/password.ts'
import {resolveTokens} from './access/resolveTokens.ts'
import {createSessions} from './access/Sessions.ts'
import {resolveUsers} from './access/Users.ts'
import {assetFile, isAssetFileName} from './assets/assetFiles.ts'
import {createImageService} from './assets/drawing/ImageService.ts'
import {COMMENTS_FOLDER, commentAuthorOf, commentsOf} from './comments/comments.ts'
import {authorOf} from './documents/checkPermissions.ts'
import {removeUnfinished} from './files.ts'
import type {Lake, StartOptions} from './Lake.ts'
import {createListeners} from './listeners.ts'
import {Log} from './log/Log.ts'
import {type OpenedDataset, openDataset} from './openDataset.ts'
import {resolveOptions} from './resolveOptions.ts'
import {DATABASE_FILE, openDatabase} from './store/openDatabase.ts'

export interface OpenedLake {
  lake: Lake
  /** Sets what is known only while it starts. */
  update(change: Partial<Progress>): void
  /** Remembers all content for tests, and that there are no comments. Returns a function that goes back to it. */
  remember(): () => void
  /** Runs the cleanup functions registered with `onClose`. */
  endStreams(): void
  /** Stops the image processes and closes the databases. */
  close(): void
}

/** With a reason for not being ready it refuses requests. */
type Progress = Pick<Lake, 'url' | 'notReady' | 'pendingDeliveries'>

type OpenDatabase = (dir: string, isUsed?: boolean) => DatabaseSync

/** Opens all that works without HTTP: commits, queries, events. `open`: opens the database of a folder. */
export function openLake(given: StartOptions, open: OpenDatabase = openDatabase): OpenedLake {
  const {log: write = console.error, logFormat: format = 'text', logLevel: level = 'problems'} = given
  const log = new Log({write, format, level})
  const options = resolveOptions(given)
  const database = open(options.dir)
  try {
    return assemble(given, {options, database, open, log})
  } catch (error) {
    database.close()
    throw error
  }
}

interface Parts {
  options: Lake['options']
  database: DatabaseSync
  open: OpenDatabase
  log: Log
}

function assemble(given: StartOptions, {options, database, open, log}: Parts): OpenedLake {
  const progress: Progress = {
    url: `http://localhost:${options.port}`,
    notReady: undefined,
    pendingDeliveries: () => [],
  }
  const tokens = resolveTokens({...given, dir: options.dir})
  const password = resolvePassword({dir: options.dir, password: given.password, secret: tokens.write})
  // The upload of a `bracket.part` has that ending, too.
  removeUnfinished(assetFile(options.dir, ''), {isKept: isAssetFileName})
  // They may name removed people, or hold a password that was voided since.
  removeUnfinished(options.dir, {pattern: '*.json.*'})
  const users = resolveUsers(given.users, options.dir)
  const logins = createLogins(
    {dir: options.dir, password, isGiven: isPasswordGiven(given.password), users, secret: tokens.write},
    database,
  )
  const sessions = createSessions(
    {
      writeToken: tokens.write,
      logins,
      onEnd: ({userId}, reason) => log.security('session ended', {user: userId, reason}),
    },
    database,
  )
  const cleaners = createListeners<void>()
  const images = createImageService()
  const shared = {
    users,
    log,
    onClose: cleaners.add,
    get url() {
      return options.publicUrl ?? progress.url
    },
  }
  const {unique, releaseRule} = given
  const content = openDataset(database, {options, shared, authorOf, unique, releaseRule})
  // Subscribed after the views of the documents: the streams that end here reconnect at once, and need the new views.
  users.onChange(() => sessions.endOutdated())

  const commentOptions = {
    ...options,
    dataset: commentsOf(options.dataset),
    dir: join(options.dir, COMMENTS_FOLDER),
    webhooks: [],
  }
  let comments: OpenedDataset | undefined
  const restores: (() => void)[] = []
  const openComments = (): OpenedDataset => {
    // Records that there are comments: nothing but their file tells so otherwise.
    const mark = database.prepare("SELECT 1 FROM settings WHERE key = 'comments'").get()
    const opened = open(commentOptions.dir, mark !== undefined)
    try {
      if (!mark) database.exec("INSERT INTO settings (key, value) VALUES ('comments', 'opened')")
      comments = openDataset(opened, {options: commentOptions, shared, authorOf: commentAuthorOf})
    } catch (error) {
      opened.close()
      throw error
    }
    if (restores.length > 0) restores.push(comments.remember())
    return comments
  }
  const lake: Lake = {
    ...content,
    tokens,
    sessions,
    logins,
    users,
    people: createPeople({dir: options.dir, hasFile: given.users !== undefined, users}),
    log,
    streams: new ConcurrencyLimits(STREAMS, given.streamLimits),
    requests: new ConcurrencyLimits(REQUESTS, given.requestLimits),
    bodies: new ConcurrencyLimits(BODY_BYTES, given.bodyLimits),
    answers: new ConcurrencyLimits(ANSWER_BYTES, given.answerLimits),
    uploads: new ConcurrencyLimits(UPLOADS, given.uploadLimits),
    images,
    get url() {
      return shared.url
    },
    get notReady() {
      return progress.notReady
    },
    pendingDeliveries: () => progress.pendingDeliveries(),
    comments: () => ({...lake, ...(comments ?? openComments())}),
    *datasets() {
      yield content
      if (comments || existsSync(join(commentOptions.dir, DATABASE_FILE))) yield comments ?? openComments()
    },
    onClose: cleaners.add,
  }
  return {
    lake,
    update: (change) => Object.assign(progress, change),
    remember: () => {
      restores.push(content.remember())
      return () => {
        for (const restore of restores) restore()
      }
    },
    endStreams: cleaners.call,
    close: () => {
      images.close()
      comments?.database.close()
      database.close()
    },
  }
}
