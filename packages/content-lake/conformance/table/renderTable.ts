import type {Area, Feature} from './Feature.ts'

const HEADER = `# What the lake supports

Sanity's HTTP API and GROQ, feature by feature, each with the test that proves it. **yes** means as hosted Sanity does
it, **partly** with the difference in the note, **no** that it is refused with a 4xx that says so. This page is written by
\`conformance/table/conformanceTable.test.ts\` from the lists next to it, which also checks that the tests exist and that
every name in \`specification.ts\` has its row. After a change: \`npx vitest run conformance/table -u\`.
`

const RELEASES = `## Releases and scheduled publishing: off

The versions of a release are supported: their documents, their actions, the perspectives that stack them,
\`releases::all()\` and \`sanity::partOfRelease()\`. The releases themselves are not: creating, publishing, scheduling,
archiving and deleting one are each a 400. Publishing a release is more than its versions: the hosted lake locks what is
scheduled, wakes up at the time, publishes everything at once, archives what was published so that it can be reverted,
and tells of all this in a history of its own, which the Studio's overview reads. Half of it would let an editor schedule
something that then does not happen, which is worse than the plain refusal. The same holds for scheduled publishing,
which the Studio keeps in a service outside the dataset. So switch them off:

\`\`\`ts
defineConfig({releases: {enabled: false}, scheduledPublishing: {enabled: false}, scheduledDrafts: {enabled: false}})
\`\`\`
`

/** The whole of CONFORMANCE.md. */
export function renderTable(areas: readonly Area[]): string {
  return `${[HEADER, ...areas.map(renderArea), RELEASES].join('\n')}`
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
