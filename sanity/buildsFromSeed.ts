/** Set by the build's first process for all others. */
const variable = 'BUILDS_FROM_SEED'

/** Whether this is a build that takes its content from `sanity/seed`, as the content API does not answer. */
export function buildsFromSeed(env: Record<string, string | undefined>): boolean {
  return env[variable] === '1'
}

/** From now on content comes from the seed, in this process and in those that it starts. */
export function buildFromSeed(env: Record<string, string | undefined>): void {
  env[variable] = '1'
}
