import {fileURLToPath} from 'node:url'

/** The next full hour that is half an hour away at least; a time that was set before, if it is still to come. */
const proposal = '(set => new Date(Math.max(set ? +new Date(set) : 0, Math.ceil(Date.now() / 36e5 + .5) * 36e5)))'

/** Where Sanity's dialogs propose a time: now, which is past as soon as it is shown, so that they open with an error. */
const dialogs = {
  'a release': {
    pattern:
      /(setPublishAt\()release\.metadata\.intendedPublishAt \? new Date\([\w.]+\) : (?:\/\*.{1,20}\*\/ )?new Date\(\)/,
    replacement: `$1${proposal}(release.metadata.intendedPublishAt)`,
  },
  'a draft': {
    pattern: /new Date\(initialDate \|\| (?:\/\*.{1,20}\*\/ )?new Date\(\)\)/,
    replacement: `${proposal}(initialDate)`,
  },
  // Sanity keeps the time before, which would be the proposed one: somebody would publish at another time than they wrote.
  'something at a time that it cannot read': {
    pattern: /isValid\((\w+)\) && setPublishAt\(\1\)/,
    replacement: 'setPublishAt(isValid($1) ? $1 : new Date(Date.now() - 6e4))',
  },
} as const

type Dialog = keyof typeof dialogs
const names = Object.keys(dialogs).filter((name): name is Dialog => name in dialogs)

/**
 * Returns the code of a module whose dialogs propose a time to come, and refuse one that they cannot read as they refuse one that is
 * past; and what was found.
 */
export function proposeFutureTime(code: string): {code: string; found: Dialog[]} {
  const found = names.filter((name) => dialogs[name].pattern.test(code))
  return {
    code: found.reduce((text, name) => text.replace(dialogs[name].pattern, dialogs[name].replacement), code),
    found,
  }
}

/** Vite plugin: the dialogs that ask for a time of publishing open without an error. Fails if an update has moved one. */
export function proposeFutureTimes() {
  const missing = new Set<Dialog>(names)
  return {
    name: 'propose-future-times',
    apply: 'build' as const,
    transform(source: string, id: string) {
      if (!id.includes('/node_modules/sanity/')) return undefined
      const {code, found} = proposeFutureTime(source)
      for (const name of found) missing.delete(name)
      return found.length > 0 ? {code, map: null} : undefined
    },
    buildEnd(error?: Error) {
      if (error || missing.size === 0) return
      const dialogs = [...missing].join(', ')
      throw new Error(
        `Sanity asks in another way than before when to publish ${dialogs}. See ${fileURLToPath(import.meta.url)}.`,
      )
    },
  }
}
