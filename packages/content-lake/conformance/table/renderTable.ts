import {officialCounts} from '../official/counts.ts'
import type {Area, Feature} from './Feature.ts'

const HEADER = `# What the lake supports

Sanity's HTTP API and GROQ, feature by feature, each with the test that proves it. **yes** means as hosted Sanity does
it, **partly** with the difference in the note, **no** that it is refused with a 4xx that says so. This page is written by
\`conformance/table/conformanceTable.test.ts\` from the lists next to it, which also checks that the tests exist and that
every name in \`specification.ts\` has its row. After a change: \`npx vitest run conformance/table -u\`.
`

const RELEASES = `## Releases

Releases are created, edited, scheduled, published, archived and deleted by their actions; a schedule is kept in the
release's document and survives restarts. Roles and publish rules are judged when a release is scheduled and again when it
is published, in the name of whoever scheduled it; if one refuses, nothing is published, the release is active again with an
\`error\`, and the log says so. The Studio's own screens for releases work with it, and those for scheduled
drafts, which are releases of one document. Scheduled publishing of old, which the Studio keeps in a service outside the
dataset, is not supported. So leave it off:

\`\`\`ts
defineConfig({scheduledPublishing: {enabled: false}})
\`\`\`
`

const {passed, refused, earlier, absent} = officialCounts

const SUITE = `## The official suite

\`conformance/official\` holds the [GROQ test suite](https://github.com/sanity-io/groq-test-suite) of Sanity (MIT; commit 0445fe5), which
[official.test.ts](conformance/official/official.test.ts) runs whole over HTTP, in CI.

| cases | count |
| --- | --- |
| the core of GROQ 1: answered as expected | ${passed.core} of ${passed.core} |
${Object.entries(passed.features)
  .map(([feature, count]) => `| its feature \`${feature}\`: answered as expected | ${count} of ${count} |`)
  .join('\n')}
| its feature \`geoFunctions\`: refused with a sentence, as this lake has no geometry | ${refused} |
| the language before version 1: not asked, as hosted Sanity does not speak it either | ${earlier} |
| about a dataset of films that the suite only names: not asked | ${absent} |

Not compared are \`_rev\`, \`_createdAt\` and \`_updatedAt\`, which every document gets here, and the amount of a score, for which the suite
states the order.
`

const STUDIO_AND_CLIENT = `## Sanity's tests of its Studio and its client

Run once, on 26 November 2026, with Studio 6.16.0 and \`@sanity/client\` 8.11.0; nothing repeats it. The Studio's are the
specifications in \`e2e\` of [sanity](https://github.com/sanity-io/sanity) (commit 1d2054b), in Chromium, on their own schema under
\`embedded-content-lake dev -- sanity preview\`; the client's are \`test/integration\` of
[client](https://github.com/sanity-io/client) (commit 9e7e53d).

| tests | count |
| --- | --- |
| of the Studio: passed | 92 |
| comments and tasks, run again on 28 November 2026 on a Studio with their two document types alone: passed | 4 |
| variants, whose actions the lake refuses | 1 failed, 6 not run |
| a preview at an address of Sanity's, and an answer that the test gives in place of Sanity's hosts | 3 failed |
| a collapsed pane and a button of a toolbar, not where the tests look for them in this Studio | 2 failed |
| a list of more documents than a new dataset has | 1 failed |
| left out by themselves | 25 |
| not run: dialogs for objects, signing in | the rest |
| of the client: passed | 15 of 20 |
| media library, agent actions, embeddings: hosted services | 4 failed |
| the words of a syntax error, which are groq-js's | 1 failed |
`

/** The whole of CONFORMANCE.md. */
export function renderTable(areas: readonly Area[]): string {
  return `${[HEADER, SUITE, STUDIO_AND_CLIENT, ...areas.map(renderArea), RELEASES].join('\n')}`
}

function renderArea({title, introduction, file, features}: Area): string {
  const rows = features.map((feature) => renderFeature(feature, file))
  const text = introduction ? `${introduction}\n\n` : ''
  return `## ${title}\n\n${text}| feature | supported | note | test |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`
}

function renderFeature([name, support, proof, note = '', file]: Feature, areaFile: string): string {
  const path = file ?? areaFile
  const cells = [name, support, note, `[${path.replace(/^.*\//, '')}](${path}): ${proof}`]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
