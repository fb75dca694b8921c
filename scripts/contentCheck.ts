import {readFileSync} from 'node:fs'
import {createClient} from '@sanity/client'
import {isObject, parseJson} from '../lib/json.ts'
import type {Locale} from '../lib/locales.ts'
import {messageOf} from '../lib/messageOf.ts'
import {serverConnection} from '../sanity/env.ts'
import {type ContentDocument, documentTitle, publishedOnly, withDrafts} from '../sanity/health/contentDocuments.ts'
import {attributeCount, attributeLimit, datasetFindings} from '../sanity/health/datasetFindings.ts'
import type {CheckName, Finding} from '../sanity/health/Finding.ts'
import {checkTitles, findingMessage} from '../sanity/health/findingMessage.ts'
import {launchChecks} from '../sanity/health/launch.ts'
import {readCommandLine} from './product/commandLine.ts'
import {prepare} from './product/prepare.ts'
import {UserError} from './product/report.ts'
import {runMain} from './product/runMain.ts'
import {lakeTokens} from './product/startLake.ts'

const usage = `npm run content:check -- [options]  lists what is wrong with the content of the running lake or of the hosted dataset
  --file <file>      looks at a file in Sanity's import format instead
  --drafts           looks at drafts, too, in place of what they will replace
  --launch           only what must be filled in before the site goes live
  --on 2027-06-30    which claims have expired on that day
  --language zh|en   language of the findings
  --json             prints the findings as JSON
  --strict           ends with 1 on warnings, too`

/** Checks whose findings name the field, as the site reads it: for developers. */
const withFields: ReadonlySet<CheckName> = new Set(['rejectedBlock', 'rejectedScenario', 'lostToPlaceholder'])

/** Lists the findings in content. Exits with 1 on errors; on warnings only with `--strict` and `--launch`. */
await runMain(async () => {
  const {values} = readCommandLine(usage, {
    options: {
      file: {type: 'string'},
      drafts: {type: 'boolean', default: false},
      json: {type: 'boolean', default: false},
      strict: {type: 'boolean', default: false},
      launch: {type: 'boolean', default: false},
      language: {type: 'string', default: 'en'},
      on: {type: 'string'},
    },
  })
  const content = values.file === undefined ? await fetchContent() : readContentFile(values.file)
  const documents = values.drafts ? withDrafts(content) : publishedOnly(content)
  const all = datasetFindings(documents, momentOf(values.on))
  const findings = values.launch ? all.filter(({check}) => launchChecks.has(check)) : all
  const attributes = attributeCount(documents)
  const errors = findings.filter(({severity}) => severity === 'error').length
  const warnings = findings.length - errors
  if (values.json) {
    console.log(JSON.stringify({errors, warnings, attributes, attributeLimit, findings}, null, 2))
  } else {
    console.log(renderFindings(findings, documents, values.language === 'zh' ? 'zh' : 'en'))
    console.log(`${documents.length} documents, ${attributes} of ${attributeLimit} attributes`)
    console.log(
      `${errors} ${errors === 1 ? 'error' : 'errors'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
    )
  }
  process.exitCode = errors > 0 || ((values.strict || values.launch) && warnings > 0) ? 1 : 0
})

/** Parses the day for which expiry of claims is checked; today by default. */
function momentOf(day: string | undefined): Date {
  if (day === undefined) return new Date()
  const moment = new Date(`${day}T12:00:00+08:00`)
  if (Number.isNaN(moment.getTime())) throw new UserError(`${day} is no day. Write it as 2027-06-30.`)
  return moment
}

/** Fetches all documents of the running lake or the hosted dataset, drafts included. */
async function fetchContent(): Promise<ContentDocument[]> {
  const {source} = prepare()
  const token = source.embedded ? lakeTokens(process.env).read : process.env.SANITY_API_READ_TOKEN
  if (!token) {
    throw new UserError(
      'SANITY_API_READ_TOKEN is not set. Make a viewer token in the project’s API settings and set it.',
    )
  }
  const client = createClient({...serverConnection(source), token, useCdn: false, perspective: 'raw', maxRetries: 1})
  try {
    return await client.fetch<ContentDocument[]>('*[!(_type match "system.*")]')
  } catch (error) {
    const reason = messageOf(error)
    const remedy = source.embedded
      ? 'Start it with "npm start", or check a file with "-- --file sanity/seed/data.ndjson".'
      : 'Check the project id, the dataset, the token and the network.'
    throw new UserError(`The content at ${source.apiHost} could not be read (${reason}). ${remedy}`)
  }
}

/** Reads the documents of a file in Sanity's import format, one JSON object a line. */
function readContentFile(file: string): ContentDocument[] {
  return readLines(file).map((line, index) => {
    const document = parseJson(line)
    if (isDocument(document)) return document
    throw new UserError(`Line ${index + 1} of ${file} is no document. Give a data.ndjson in Sanity’s import format.`)
  })
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean)
  } catch {
    throw new UserError(`${file} cannot be read. Name a file in Sanity’s import format, such as data.ndjson.`)
  }
}

function isDocument(value: unknown): value is ContentDocument {
  return isObject(value) && typeof value._id === 'string' && typeof value._type === 'string'
}

/** Formats findings for a terminal, grouped by check, each with its document and path. */
function renderFindings(findings: readonly Finding[], documents: readonly ContentDocument[], locale: Locale): string {
  const byId = new Map(documents.map((document) => [document._id, document]))
  const groups = Map.groupBy(findings, ({check}) => check)
  return [...groups]
    .map(([check, found]) => {
      const sign = found.some(({severity}) => severity === 'error') ? '✗' : '!'
      const lines = found.flatMap((finding) => {
        const document = byId.get(finding.document?.id ?? '')
        const place = [finding.document?.id, finding.path].filter(Boolean).join('  ')
        const title = document ? `  ${documentTitle(document, locale)}` : ''
        const cause = withFields.has(check) ? [`      ${finding.detail}`] : []
        return [...(place ? [`    ${place}${title}`] : []), `      ${findingMessage(finding, locale)}`, ...cause]
      })
      return [`${sign} ${checkTitles[check][locale]} (${found.length})`, ...lines, ''].join('\n')
    })
    .join('\n')
}
