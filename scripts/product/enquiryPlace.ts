/** Records which database has a product's enquiries, as a shell without DATABASE_URL would not find those in PostgreSQL. */
import {existsSync, mkdirSync, readFileSync, rmSync} from 'node:fs'
import {join} from 'node:path'
import {z} from 'zod'
import {readEnquiryEnv} from '../../enquiries/enquiryEnv.ts'
import {parseJson} from '../../lib/json.ts'
import {writeWhole} from './files.ts'
import {dataDir} from './paths.ts'
import {releasesDir} from './releases.ts'
import {step, UserError} from './report.ts'

/** Outside of the data folder, which is moved away before a restore. */
const recordFile = join(releasesDir, 'enquiries.json')

const recordShape = z.object({dataDir: z.string(), isPostgres: z.boolean()})

const isPostgres = (): boolean => readEnquiryEnv(process.env).place.url !== undefined

/** Records the database of this start or restore. A disk that refuses it stops neither: nothing is compared then. */
export function recordEnquiryPlace(): void {
  try {
    mkdirSync(releasesDir, {recursive: true})
    writeWhole(recordFile, JSON.stringify({dataDir, isPostgres: isPostgres()}))
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    rmSync(recordFile, {force: true})
    step(error.message)
  }
}

/**
 * Checks that the environment names the database that the last start of this data folder has used.
 *
 * @param restores whether this is a restore, which may move enquiries from the data folder to PostgreSQL.
 * @throws UserError that says what to set.
 */
export function assertSameEnquiries({restores = false} = {}): void {
  if (!existsSync(recordFile)) return
  const record = recordShape.safeParse(parseJson(readFileSync(recordFile, 'utf8')))
  if (!record.success || record.data.dataDir !== dataDir || record.data.isPostgres === isPostgres()) return
  const load = 'Load the settings of the product, as by "set -a; . /etc/site.env; set +a"'
  if (!record.data.isPostgres) {
    if (restores) return
    throw new UserError(
      `The enquiries are in ${dataDir}, and DATABASE_URL is set here. ${load}; to move them, take a backup without it, and restore that with it.`,
    )
  }
  const other = restores ? `; to put them into the data folder instead, remove ${recordFile}` : ''
  throw new UserError(`The enquiries are in PostgreSQL, and DATABASE_URL is not set here. ${load}${other}.`)
}
