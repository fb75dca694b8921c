import {hash} from 'node:crypto'
import {fileURLToPath} from 'node:url'
import {inspect} from 'node:util'

/** A change of code of Sanity's that has no option for it. */
interface Patch {
  /** The package whose code it is. */
  inPackage: string
  /** A statement at the top of the module. */
  imports?: string
  pattern: RegExp
  replacement: string
}

/** Patches by what they are about, for errors. */
type Patches = Readonly<Record<string, Patch>>

const sanity = '/node_modules/sanity/'
const sdk = '/node_modules/@sanity/sdk/'
const validation = '/node_modules/@sanity/validation/'
const ui = '/node_modules/@sanity/ui/'
const util = '/node_modules/@sanity/util/'

const studioFolder = fileURLToPath(new URL('../', import.meta.url))

/** Turns off the services of hosted Sanity that the Studio asks for while it loads. */
export const withoutRemoteServices: Patches = {
  'newer versions': {
    inPackage: sanity,
    pattern: /fetchLatestAvailableVersionForPackage = async \(options\) => \{(?! return;)/,
    replacement: '$& return;',
  },
  feedback: {
    inPackage: sanity,
    pattern: /(\{ dsn, skip: t0 \} = options, skip = )t0 !== void 0 && t0/,
    replacement: '$1true',
  },
  // The lake has one host; the session cookie is not sent to a host with the project's id before it.
  'user at the project’s host': {
    inPackage: sdk,
    pattern: /(projectId,\s+useCdn: !1,)(\s+requestTagPrefix: REQUEST_TAG_PREFIX,\s+timeout)/,
    replacement: '$1 useProjectHostname: !1,$2',
  },
  'current user at the project’s host': {
    inPackage: sdk,
    pattern: /subscribeToStateAndFetchCurrentUser\(context, \{ useProjectHostname: !0 \}\)/g,
    replacement: 'subscribeToStateAndFetchCurrentUser(context, { useProjectHostname: !1 })',
  },
}

/** Proposes the next full hour that is at least half an hour away, or a time that was set before if it is still to come. */
const proposal = '(set => new Date(Math.max(set ? +new Date(set) : 0, Math.ceil(Date.now() / 36e5 + .5) * 36e5)))'

/**
 * Makes the dialogs for a time of publishing propose a time to come. Sanity's is now, which is past as soon as it is
 * shown, so that they open with an error. A time that they cannot read is refused like one that is past.
 */
export const futureTimes: Patches = {
  'the time of a release': {
    inPackage: sanity,
    pattern:
      /(setPublishAt\()release\.metadata\.intendedPublishAt \? new Date\([\w.]+\) : (?:\/\*.{1,20}\*\/ )?new Date\(\)/,
    replacement: `$1${proposal}(release.metadata.intendedPublishAt)`,
  },
  'the time of a draft': {
    inPackage: sanity,
    pattern: /new Date\(initialDate \|\| (?:\/\*.{1,20}\*\/ )?new Date\(\)\)/,
    replacement: `${proposal}(initialDate)`,
  },
  // Sanity would keep the time before, which is the proposed one: the document would be published at another time than
  // the editor wrote.
  'a time that cannot be read': {
    inPackage: sanity,
    pattern: /isValid\((\w+)\) && setPublishAt\(\1\)/,
    replacement: 'setPublishAt(isValid($1) ? $1 : new Date(Date.now() - 6e4))',
  },
}

/**
 * Has dates be written and read in the Studio's language, by date-fns' own pattern for it, where Sanity gives the English order of
 * day and month: in Chinese that is “11月 26, 2026”.
 */
export const localDates: Patches = {
  'the date of a revision': {
    inPackage: sanity,
    pattern: /format\(new Date\(date\), "MMM d, yyyy '@' pp"\)/,
    replacement: 'format(new Date(date), "PP pp")',
  },
  'dates of the search': {
    inPackage: sanity,
    pattern: /exampleDate: "Jan 1, 2000",(\s+)pattern: "MMM d, yyyy"/,
    replacement: 'get exampleDate() { return format(new Date(2000, 0, 1), "PP"); },$1pattern: "PP"',
  },
  'times of the search': {
    inPackage: sanity,
    pattern: /exampleDate: "Jan 1, 2000 12:00 AM",(\s+)pattern: "MMM d, yyyy p"/,
    replacement: 'get exampleDate() { return format(new Date(2000, 0, 1), "PP p"); },$1pattern: "PP p"',
  },
}

const importDate = `import { writtenDate } from ${JSON.stringify(fileURLToPath(new URL('./writtenDate.ts', import.meta.url)))};`

/**
 * Make date fields read what people write, and say in the Studio's language what they cannot read. Sanity's keep the date before and
 * show what was typed, with an English reason at the mark of the field.
 */
export const writtenDates: Patches = {
  'a date that is typed': {
    inPackage: util,
    imports: importDate,
    pattern: /parse\$1\(dateString, dnsFormat,/,
    replacement: 'parse$1(writtenDate.inForm(dateString), dnsFormat,',
  },
  'a date that cannot be read': {
    inPackage: util,
    imports: importDate,
    pattern: /`Invalid date\. Must be on the format "\$\{dateFormat\}"`/,
    replacement: 'writtenDate.unreadable(dateFormat)',
  },
}

const noticeId = '[event.op, event.idPair.publishedId].join("-")'

/**
 * Keeps notices of failures until they are closed, instead of five seconds, in which nobody reads why a release cannot be
 * published; the same one again takes the place of the first. That of a failed publish goes when the document is published, too: by
 * the id that `studio/actions/guardPublish.tsx` gives its own.
 */
export const lastingFailures: Patches = {
  'notices of failures': {
    inPackage: ui,
    pattern: /let push = \(params\) => \{(?! if)/,
    replacement:
      '$& if (params.status === "error" && !params.duration) params = { id: [params.title, params.description].every((text) => text === void 0 || typeof text === "string") ? [params.title, params.description].join(" ") : void 0, ...params, closable: !0, duration: Infinity };',
  },
  'the notice of a failure': {
    inPackage: sanity,
    pattern: /closable: !0,\s+duration: 3e4,(\s+status: "error",\s+title: t\("panes\.document-operation-results)/,
    replacement: `id: ${noticeId}, closable: !0, duration: Infinity,$1`,
  },
  'the notice of a success': {
    inPackage: sanity,
    pattern: /(includes\(event\.op\) && pushToast\(\{)(\s+closable: !0,\s+status: "success")/,
    replacement: `$1 id: ${noticeId},$2`,
  },
}

/**
 * Has the checks of a document go on after a tenth of a second. Sanity's wait for each level of its fields until the browser is
 * idle, which it never is where each frame takes longer to draw than it is shown: publishing waited for minutes there.
 */
export const promptChecks: Patches = {
  'the checks of a document': {
    inPackage: validation,
    pattern: /(requestIdleCallback\(\(\) => \{\s+observer\.complete\(\);\s+\}, )timeout \? \{ timeout \} : void 0\)/,
    replacement: '$1{ timeout: timeout || 100 })',
  },
}

/**
 * Has the Studio keep that somebody may not do something with releases only if the API has said so. Sanity asks by dry runs, and keeps
 * any failure as a “no”: a lost connection, or a state that does not allow it, so that a release that was archived and brought back
 * could not be published.
 */
export const justPermissions: Patches = {
  'permissions of releases': {
    inPackage: sanity,
    pattern:
      /return (permissions = \{\s+\.\.\.permissions,\s+\[action\.name\]: )!1(\s+\}), (!isReleasePermissionError\(e\));/,
    replacement: 'return isReleasePermissionError(e) && ($1!1$2), $3;',
  },
}

/**
 * Has the Studio list every document of a release once. It asks for them as soon as it listens for changes; one that was added
 * before the answer had come was lost with it, so that the release could not be published, or was there twice.
 */
export const wholeReleases: Patches = {
  'changes while the documents are asked for': {
    inPackage: sanity,
    pattern:
      /(=== "welcome" \? fetchFilter\(\)\.pipe\(map\$1\(\(result\) => \(\{\s+type: "fetch",\s+result\s+\}\)\)\) : of\(event\))\)/,
    replacement: '$1, 1)',
  },
  'a document that is listed': {
    inPackage: sanity,
    pattern: /return (index = strategy === "prepend" .+, array\.toSpliced\(index, 0, element\));/,
    replacement: 'return array.includes(element) ? array : ($1);',
  },
}

/**
 * Shows the calendar of releases in a dialog in every window that is too narrow for it beside the table. From 600 to 899 px, as on
 * a tablet or enlarged twofold, Sanity shows it in a popover, whose button has a tooltip: that throws, and the tool with it.
 */
export const calendarInDialog: Patches = {
  'the calendar of releases': {
    inPackage: sanity,
    pattern: /(content: calendarFilterContent,\s+asDialog: )isNarrowViewport/,
    replacement: '$1!0',
  },
}

/**
 * Has an earlier version restored without its references to what is gone, such as a picture that was deleted. Sanity means to leave
 * them out, but asks whether an empty list is defined, which it is: such a version could not be restored at all.
 */
export const restoredReferences: Patches = {
  'references to what is gone': {
    inPackage: sanity,
    pattern: /(`"\$\{refId\}": )defined\((\*\[_id=="\$\{refId\}"\])\._id\)`/,
    replacement: '$1count($2) > 0`',
  },
}

/**
 * Removes the copy of a draft whose time is refused. Sanity makes a release with that copy first, and while it is there no other time
 * can be set from the form. Where the connection is lost the copy stays.
 */
export const undoneSchedules: Patches = {
  'a time that is refused': {
    inPackage: sanity,
    pattern:
      /return await (releaseOperations\.createVersion\(\w+, \w+, (\w+)\)), await (releaseOperations\.schedule\((\w+), publishAt, \2\)), /,
    replacement:
      'return await $1.then(() => $3).catch(async (refusal) => { await releaseOperations.archive($4, $2).then(() => releaseOperations.deleteRelease($4, $2)).catch(() => {}); throw refusal; }), ',
  },
}

/**
 * Opens a document of an archived release as it was when that was archived. Sanity looks for its last edit, which it has dropped
 * from the list by then, as the end of a version has the same id: it showed an edit of minutes before, or no document. On hosted Sanity
 * the event of the end does not say for certain which revision ended. Rows of releases that are over show the documents that the Studio
 * has read from the history, and not what they are today.
 */
export const archivedVersions: Patches = {
  'a document of an archived release': {
    inPackage: sanity,
    pattern: /if \(rev === "@lastEdited"\) \{(?=\s+let editEvent = )/,
    replacement:
      '$& let end = events.find(isDeleteDocumentVersionEvent); if (end?.versionRevisionId) return end.versionRevisionId;',
  },
  'the document of a row': {
    inPackage: sanity,
    pattern: /jsx\(ReleaseDocumentPreview, \{(?=\s+documentId: item\.document\._id,)/,
    replacement:
      '$& finalDocument: ["archived", "published"].includes(releaseState) && !willUnpublish ? item.document : void 0,',
  },
  'the text of a row': {
    inPackage: sanity,
    imports:
      'import { unstable_useValuePreview as useValuePreview, useSchema as useSchemaOfRow } from "sanity"; function useRowPreview(live, type, value) { const schemaType = useSchemaOfRow().get(type); const final = useValuePreview({ enabled: value !== void 0, schemaType, value }); return value === void 0 ? live : final; }',
    pattern:
      /(documentType: documentTypeName,\s+perspectiveStack\s+\}[\s\S]{1,300}?value: resolvedPreview \} = )(useDocumentPreviewValues\(\w+\))/,
    replacement: '$1useRowPreview($2, documentTypeName, t0.finalDocument)',
  },
}

/**
 * Shows why a release was not published at its time in the Studio's language alone, line by line. The lake keeps the reason in both,
 * Chinese first, with an empty line between them.
 */
export const reasonsOfReleases: Patches = {
  'why a release was not published': {
    inPackage: sanity,
    pattern: /jsx\("code", \{ children: release\.error\?\.message \}\)/g,
    replacement:
      'jsx("code", { style: { whiteSpace: "pre-line" }, children: release.error?.message?.split("\\n\\n").at(document.documentElement.lang.startsWith("en") ? -1 : 0) })',
  },
}

const importMenu = `import { scheduledDraftMenu } from ${JSON.stringify(fileURLToPath(new URL('./scheduledDraftMenu.ts', import.meta.url)))};`

/**
 * Makes the menus of scheduled drafts, in the list of *Releases* and of a version above a form, ask what the actions of the form ask
 * before they publish or time one, and has the dialog for the time say what will have expired by then.
 */
export const checkedMenus: Patches = {
  'menus of scheduled drafts': {
    inPackage: sanity,
    imports: importMenu,
    pattern: /((?:isPerformingOperation \}|scheduledDraftMenuActions) = )(useScheduledDraftMenuActions\((\w+)\))/,
    replacement: '$1scheduledDraftMenu.useChecked($2, $3)',
  },
  'the dialog for the time of a draft': {
    inPackage: sanity,
    imports: importMenu,
    pattern:
      /("schedule-draft-dialog"[\s\S]+?"release\.schedule-dialog\.publish-date-in-past-warning"[\s\S]+?children: \[(?:\s+\w+,){2}\s+\w+)(\s+\])/,
    replacement: '$1, jsx(scheduledDraftMenu.TimeNotice, { publishAt, onClose })$2',
  },
}

/** Returns the patched code of a module, and the names of the patches that found their place in it. */
export function patchModule(patches: Patches, code: string, id: string): {code: string; found: string[]} {
  const found = Object.entries(patches).filter(
    ([, {inPackage, pattern}]) => id.includes(inPackage) && code.search(pattern) >= 0,
  )
  // Several patches of one module may import the same.
  const imports = new Set(found.map(([, {imports = ''}]) => imports))
  return {
    code: [
      ...imports,
      found.reduce((text, [, {pattern, replacement}]) => text.replace(pattern, replacement), code),
    ].join(''),
    found: found.map(([name]) => name),
  }
}

/**
 * Vite plugin: builds the Studio with the patches, and serves it with them in development. A build fails if an update of Sanity has
 * moved the place of one.
 */
export function sanityPatches(patches: Patches) {
  const missing = new Set(Object.keys(patches))
  const transform = (source: string, id: string) => {
    const {code, found} = patchModule(patches, source, id)
    for (const name of found) missing.delete(name)
    return found.length > 0 ? {code, map: null} : undefined
  }
  // Vite bundles packages again once the names of the plugins that do it have changed.
  const version = hash('sha256', inspect(patches)).slice(0, 8)
  const inDependencies = {
    name: `sanity-patches-${version}`,
    // What the bundle of packages imports of the Studio is the module that the Studio itself imports.
    resolveId: (id: string) =>
      id.startsWith(studioFolder) ? {id: id.slice(studioFolder.length - 1), external: true} : undefined,
    transform,
  }
  return {
    name: 'sanity-patches',
    config: () => ({optimizeDeps: {rolldownOptions: {plugins: [inDependencies]}}}),
    transform,
    buildEnd(error?: Error) {
      if (error || missing.size === 0) return
      const names = [...missing].join(', ')
      throw new Error(`Sanity’s code is another than before for: ${names}. See ${fileURLToPath(import.meta.url)}.`)
    },
  }
}
