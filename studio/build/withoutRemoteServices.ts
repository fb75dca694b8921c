import {fileURLToPath} from 'node:url'

interface Service {
  /** The package whose code asks for it. */
  inPackage: string
  pattern: RegExp
  replacement: string
}

/** Services of hosted Sanity that the Studio asks for while it loads, without an option to turn them off. */
const services: Record<string, Service> = {
  'newer versions': {
    inPackage: '/node_modules/sanity/',
    pattern: /fetchLatestAvailableVersionForPackage = async \(options\) => \{(?! return;)/,
    replacement: '$& return;',
  },
  feedback: {
    inPackage: '/node_modules/sanity/',
    pattern: /(\{ dsn, skip: t0 \} = options, skip = )t0 !== void 0 && t0/,
    replacement: '$1true',
  },
  // The lake has one host; the session cookie is not sent to a host with the project's id before it.
  'user at the project’s host': {
    inPackage: '/node_modules/@sanity/sdk/',
    pattern: /(projectId,\s+useCdn: !1,)(\s+requestTagPrefix: REQUEST_TAG_PREFIX,\s+timeout)/,
    replacement: '$1 useProjectHostname: !1,$2',
  },
  'current user at the project’s host': {
    inPackage: '/node_modules/@sanity/sdk/',
    pattern: /subscribeToStateAndFetchCurrentUser\(context, \{ useProjectHostname: !0 \}\)/g,
    replacement: 'subscribeToStateAndFetchCurrentUser(context, { useProjectHostname: !1 })',
  },
}

/** Returns the code of a module without its requests for hosted services, and the names of those services. */
export function stripRemoteServices(code: string, id: string): {code: string; found: string[]} {
  const found = Object.entries(services).filter(
    ([, {inPackage, pattern}]) => id.includes(inPackage) && code.search(pattern) >= 0,
  )
  return {
    code: found.reduce((text, [, {pattern, replacement}]) => text.replace(pattern, replacement), code),
    found: found.map(([name]) => name),
  }
}

/** Vite plugin: the built Studio asks no hosted service for anything. Fails if an update of Sanity has moved one. */
export function withoutRemoteServices() {
  const missing = new Set(Object.keys(services))
  return {
    name: 'without-remote-services',
    apply: 'build' as const,
    transform(source: string, id: string) {
      const {code, found} = stripRemoteServices(source, id)
      for (const name of found) missing.delete(name)
      return found.length > 0 ? {code, map: null} : undefined
    },
    buildEnd(error?: Error) {
      if (error || missing.size === 0) return
      const names = [...missing].join(', ')
      throw new Error(`Sanity asks in another way than before for: ${names}. See ${fileURLToPath(import.meta.url)}.`)
    },
  }
}
