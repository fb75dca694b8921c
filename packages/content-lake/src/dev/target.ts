import {extname} from 'node:path'

/** The lake to which `dev` leads its processes, and the browsers that look at their pages. */
export interface Target {
  lake: URL
  projectId: string
  editorToken: string
  /** The process of `embedded-content-lake dev`. */
  pid: number
}

/**
 * Returns the URL of the module to preload. It carries the target, as task runners such as Turborepo pass `NODE_OPTIONS`
 * on to their tasks, but no other variable that their configuration does not name.
 */
export function preloadUrl(target: Target): string {
  const url = new URL(`./redirectNode${extname(import.meta.url)}`, import.meta.url)
  url.search = Buffer.from(JSON.stringify(target)).toString('base64url')
  return url.href
}

export function readTarget(url: string): Target {
  const {lake, ...target} = JSON.parse(Buffer.from(new URL(url).search.slice(1), 'base64url').toString())
  return {...target, lake: new URL(lake)}
}

/** The hosts of Sanity that the lake stands in for: API, its cache, and assets. */
export const proxiedHosts = (projectId: string): string[] => [
  ...['api', 'apicdn'].flatMap((name) => [`${name}.sanity.io`, `${projectId}.${name}.sanity.io`]),
  'cdn.sanity.io',
]

/** The same for Node, where the `sanity` command asks the host of auto-updates for the versions of its packages. */
export const proxiedHostsInNode = (projectId: string): string[] => [...proxiedHosts(projectId), 'sanity-cdn.com']

/** Returns whether a host is Sanity's: under `dev` nothing is sent to any of them. */
export const isSanityHost = (hostname: string): boolean =>
  /(^|\.)sanity(-cdn\.com|\.(io|build|work|studio))$/i.test(hostname)

/**
 * Returns the variables that keep libraries from sending requests for the lake, or for Sanity's hosts, through a proxy:
 * `@sanity/client` takes one from `HTTPS_PROXY`. What `NO_PROXY` names already stays.
 */
export function withoutProxy({no_proxy, NO_PROXY = ''}: NodeJS.ProcessEnv): {no_proxy: string; NO_PROXY: string} {
  const named = no_proxy ?? NO_PROXY
  // The star stands for all hosts only where nothing else is named.
  const hosts = named.trim() === '*' ? '*' : [named, DIRECT].filter(Boolean).join(',')
  return {no_proxy: hosts, NO_PROXY: hosts}
}

const DIRECT =
  'localhost,127.0.0.1,[::1],.sanity.io,.sanity-cdn.com,sanity-cdn.com,.sanity.build,.sanity.work,.sanity.studio'

export const refusal = (hostname: string): string =>
  `embedded-content-lake dev: nothing is sent to ${hostname}, which the content lake does not stand in for.`
