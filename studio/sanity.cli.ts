import {fileURLToPath} from 'node:url'
import {defineCliConfig} from 'sanity/cli'
import {readContentSource} from '../sanity/env.ts'
import {openingPage} from './build/openingPage.ts'
import {persistentImports} from './build/persistentImports.ts'
import {
  archivedVersions,
  calendarInDialog,
  checkedMenus,
  futureTimes,
  justPermissions,
  lastingFailures,
  localDates,
  promptChecks,
  reasonsOfReleases,
  restoredReferences,
  sanityPatches,
  undoneSchedules,
  wholeReleases,
  withoutRemoteServices,
  writtenDates,
} from './build/sanityPatches.ts'
import {withoutRemoteAssets} from './build/withoutRemoteAssets.ts'

const source = readContentSource(process.env)

/** Modules of Sanity that the Studio imports dynamically and at once, and those for a preview beside a form. */
const neededByEachOpening =
  /node_modules\/sanity\/lib\/(resources|\w*(Comments|Releases|SingleDocRelease)\w*Layout|ReleasesMetadataProvider|PresentationToolGrantsCheck|\w+DisplayedDocument\w*|LiveQueries|PostMessage\w+)-/

export default defineCliConfig({
  api: {projectId: source.projectId, dataset: source.dataset},
  // The installed version runs, not one that a browser fetches from elsewhere.
  deployment: {autoUpdates: false},
  vite: {
    // `npm run dev` recognizes the server that it has started by this.
    server: {headers: {'x-instance': process.env.INSTANCE_ID ?? ''}},
    define: {__CONTENT_SOURCE__: JSON.stringify(source)},
    resolve: {alias: {'exif-component': fileURLToPath(new URL('./build/withoutExif.ts', import.meta.url))}},
    build: {
      rolldownOptions: {
        // Of the packages, two chunks of what every opening needs, in place of 150: a third of them were icons of 300 bytes,
        // and what is in the second was asked for one after the other, each when the one before had run.
        output: {
          codeSplitting: {
            groups: [
              {name: 'vendor', tags: ['$initial'], test: /node_modules|scheduledDraftMenu|writtenDate/, priority: 1},
              {name: 'opening', test: neededByEachOpening},
            ],
          },
        },
      },
    },
    plugins: [
      sanityPatches({
        ...futureTimes,
        ...localDates,
        ...writtenDates,
        ...lastingFailures,
        ...promptChecks,
        ...restoredReferences,
        ...justPermissions,
        ...wholeReleases,
        ...calendarInDialog,
        ...undoneSchedules,
        ...checkedMenus,
        ...(source.embedded && {...archivedVersions, ...reasonsOfReleases, ...withoutRemoteServices}),
      }),
      persistentImports(),
      openingPage(),
      ...(source.embedded ? [withoutRemoteAssets()] : []),
    ],
  },
  schemaExtraction: {enforceRequiredFields: true, path: '../sanity/schema.json'},
  typegen: {
    schema: '../sanity/schema.json',
    path: ['../sanity/Snapshot.ts', '../sanity/projections/**/*.ts', '../sanity/blocks/**/*.ts'],
    generates: '../sanity/types.generated.ts',
    overloadClientMethods: true,
  },
})
