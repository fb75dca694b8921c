/** The hosts of Sanity that the lake stands in for: API, its cache, and assets. */
export const proxiedHosts = (projectId: string): string[] => [
  ...['api', 'apicdn'].flatMap((name) => [`${name}.sanity.io`, `${projectId}.${name}.sanity.io`]),
  'cdn.sanity.io',
]

/** Returns whether a host is Sanity's: under `dev` nothing is sent to any of them. */
export const isSanityHost = (hostname: string): boolean =>
  /(^|\.)sanity(-cdn\.com|\.(io|build|work|studio))$/i.test(hostname)

export const refusal = (hostname: string): string =>
  `embedded-content-lake dev: nothing is sent to ${hostname}, which the content lake does not stand in for.`
