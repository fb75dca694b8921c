/** Records which database has a product's enquiries, as a shell without DATABASE_URL would not find those in PostgreSQL. */
import {hash} from 'node:crypto'
import {existsSync, readFileSync, unlinkSync} from 'node:fs'
import {join} from 'node:path'
import {z} from 'zod'
import {holdsEnquiries} from '../../enquiries/database/inspectDatabase.ts'
import {readEnquiryEnv} from '../../enquiries/enquiryEnv.ts'
import {parseJson} from '../../lib/json.ts'
import {messageOf} from '../../lib/messageOf.ts'
import {giveToFolderOwner, refusalOf, writeWhole} from './files.ts'
import {makeFolder} from './lockFile.ts'
import {dataDir} from './paths.ts'
import {releasesDir} from './releases.ts'
import {step, UserError} from './report.ts'

/** Outside of the data folder, which is moved away before a restore. Each data folder has one: a project may have several. */
const recordFile = join(releasesDir, `enquiries-${hash('sha256', dataDir).slice(0, 16)}.json`)

const recordShape = z.object({dataDir: z.string(), isPostgres: z.boolean()})

const isPostgres = (): boolean => readEnquiryEnv(process.env).place.url !== undefined

/**
 * Records the database of this start or restore. Call it after `assertSameEnquiries`. Returns a function that puts the former
 * record back. A disk that refuses it stops neither: nothing is compared then, unless the disk keeps a former record, too.
 */
export function recordEnquiryPlace(): () => void {
  const former = readRecord()
  const write = (text: string) =>
    isTaken(() => {
      makeFolder(releasesDir)
      writeWhole(recordFile, text)
      giveToFolderOwner(recordFile)
    })
  if (!write(JSON.stringify({dataDir, isPostgres: isPostgres()}))) removeRecord()
  return () => void (former === undefined ? removeRecord() : write(former))
}

function readRecord(): string | undefined {
  try {
    return existsSync(recordFile) ? readFileSync(recordFile, 'utf8') : undefined
  } catch (error) {
    throw new UserError(`${recordFile} cannot be read (${messageOf(error)}). Run this as its owner, or remove it.`)
  }
}

// Not by rmSync, whose error has no code on a read-only disk.
const removeRecord = () => isTaken(() => existsSync(recordFile) && unlinkSync(recordFile))

/** Returns whether the disk takes a change of the record, and prints why it does not. */
function isTaken(change: () => void): boolean {
  try {
    change()
    return true
  } catch (error) {
    if (!(error instanceof UserError || refusalOf(error))) throw error
    step(`Which database has the enquiries could not be recorded: ${messageOf(error)}`)
    return false
  }
}

/**
 * Checks that the environment names the database that the last start of this data folder has used.
 *
 * @param command what is to be run: a restore may move enquiries from the data folder to PostgreSQL.
 * @throws UserError that says what to set.
 */
export function assertSameEnquiries(command: 'start' | 'restore' | 'other' = 'other'): void {
  const record = recordShape.safeParse(parseJson(readRecord() ?? ''))
  if (!record.success || record.data.dataDir !== dataDir || record.data.isPostgres === isPostgres()) return
  const load = 'Load the settings of the product, as by "set -a; . /etc/site.env; set +a"'
  if (!record.data.isPostgres) {
    // A start of the server by itself records nothing, and may have PostgreSQL by now.
    if (command === 'restore' || !mayHoldEnquiries(readEnquiryEnv(process.env).place.file)) return
    throw new UserError(
      `The enquiries are in ${dataDir}, and DATABASE_URL is set here. ${load}; to move them, take a backup without it, and restore that with it; if the product uses PostgreSQL by now, remove ${recordFile}.`,
    )
  }
  const others = {
    start: `; to keep new ones in the data folder instead, remove ${recordFile}`,
    restore: `; to put them into the data folder instead, remove ${recordFile}`,
    other: '',
  }
  throw new UserError(
    `The last start or restore used PostgreSQL for the enquiries, and DATABASE_URL is not set here. ${load}${others[command]}.`,
  )
}

/** A database that cannot be read may hold some. */
function mayHoldEnquiries(file: string): boolean {
  try {
    return holdsEnquiries(file)
  } catch {
    return true
  }
}
