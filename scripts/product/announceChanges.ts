import {existsSync, type FSWatcher, statSync, watch} from 'node:fs'
import {join} from 'node:path'
import {step} from './report.ts'

const startAgain = 'Press Ctrl-C and run "npm run dev" again.'

/** Files that a running `npm run dev` does not pick up, by path from the project's root, and what to do. The first match counts. */
const remedies: readonly (readonly [path: RegExp, remedy: string])[] = [
  [/\.test\.tsx?$|\.generated\.ts$/, ''],
  [/^packages\/content-lake\/(src|bin)\//, `The content lake runs the code of its start. ${startAgain}`],
  [/^sanity\/(roles\/|siteWebhook\.ts|health\/releaseRule\.ts)/, `The content lake got it at its start. ${startAgain}`],
  [/^\.env(\.local)?$/, `Settings are read at the start, from .env.local. ${startAgain}`],
  [/^(package|package-lock)\.json$/, `Packages are installed at the start. ${startAgain}`],
  [/^scripts\/(dev\.ts|product\/)/, `This command runs the code of its start. ${startAgain}`],
  [/^(server\.ts|server\/pageCache\/)/, 'Only "npm start" runs it; "npm run dev" serves with Next’s own server.'],
  [
    /^sanity\/seed\//,
    'Content that the lake has stays as it is. "npm run seed -- --replace" overwrites it, edits included.',
  ],
  [
    /^sanity\/(schema\/|projections\/|Snapshot\.ts|blocks\/(index|\w+\/(schema|projection))\.ts)/,
    'Run "npm run typegen" before the next type check.',
  ],
]

/** Returns what to do after a change of a file that `npm run dev` does not follow; undefined where it does. */
export function remedyAfterChange(path: string): string | undefined {
  return remedies.find(([pattern]) => pattern.test(path))?.[1] || undefined
}

/** Folders with such files, each with all below; of the project's own folder only its files. */
const watched = ['packages/content-lake/src', 'packages/content-lake/bin', 'sanity', 'scripts', 'server']

/** Prints a sentence whenever a file changes that `npm run dev` does not follow. Returns a cleanup function. */
export function announceChanges(root: string, print: (sentence: string) => void = step): () => void {
  /** An editor's save makes several events. */
  const printed = new Map<string, number>()
  const announce = (path: string) => {
    const remedy = remedyAfterChange(path)
    const time = statSync(join(root, path), {throwIfNoEntry: false})?.mtimeMs
    if (!remedy || time === undefined || printed.get(path) === time) return
    printed.set(path, time)
    print(`${path} has changed. ${remedy}`)
  }
  const watchers = ['', ...watched]
    .filter((folder) => existsSync(join(root, folder)))
    .map((folder): FSWatcher => {
      const watcher = watch(join(root, folder), {recursive: folder !== '', persistent: false}, (_, name) => {
        if (name) announce([folder, ...name.split(/[\\/]/)].filter(Boolean).join('/'))
      })
      // The machine’s limit of watched folders: the sentences are a help, no more.
      return watcher.on('error', () => watcher.close())
    })
  return () => {
    for (const watcher of watchers) watcher.close()
  }
}
