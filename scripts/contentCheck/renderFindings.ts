import type {Locale} from '../../lib/locales.ts'
import {type ContentDocument, documentTitle} from '../../sanity/health/documents.ts'
import type {Finding} from '../../sanity/health/Finding.ts'
import {checkTitles, findingMessage} from '../../sanity/health/findingMessage.ts'

/** Formats findings for a terminal, grouped by check, each with its document and path. */
export function renderFindings(
  findings: readonly Finding[],
  documents: readonly ContentDocument[],
  locale: Locale,
): string {
  const byId = new Map(documents.map((document) => [document._id, document]))
  const groups = Map.groupBy(findings, ({check}) => check)
  return [...groups]
    .map(([check, found]) => {
      const sign = found.some(({severity}) => severity === 'error') ? '✗' : '!'
      const lines = found.flatMap((finding) => {
        const document = byId.get(finding.document?.id ?? '')
        const place = [finding.document?.id, finding.path].filter(Boolean).join('  ')
        const title = document ? `  ${documentTitle(document, locale)}` : ''
        return [...(place ? [`    ${place}${title}`] : []), `      ${findingMessage(finding, locale)}`]
      })
      return [`${sign} ${checkTitles[check][locale]} (${found.length})`, ...lines, ''].join('\n')
    })
    .join('\n')
}
