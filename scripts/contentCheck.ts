import {parseArgs} from 'node:util'
import {attributeCount, attributeLimit, datasetFindings} from '../sanity/health/datasetFindings.ts'
import {publishedOnly, withDrafts} from '../sanity/health/documents.ts'
import {launchChecks} from '../sanity/health/launch.ts'
import {fetchContent} from './contentCheck/fetchContent.ts'
import {readContentFile} from './contentCheck/readContentFile.ts'
import {renderFindings} from './contentCheck/renderFindings.ts'
import {UserError} from './product/report.ts'
import {runMain} from './product/runMain.ts'

/**
 * `npm run content:check`: lists the findings in the running lake, the hosted dataset, or a file in Sanity's import
 * format. Exits with 1 on errors; on warnings only with `--strict`. `--launch` lists only what must be filled in before the
 * site goes live, and exits with 1 while there is any.
 */
await runMain(async () => {
  const {values} = parseArgs({
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
