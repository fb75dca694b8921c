import {existsSync, globSync, readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {parseEnv} from 'node:util'

/** In the order of their precedence. */
const ENV_FILES = ['.env.development.local', '.env.local', '.env.development', '.env']
const CONFIGS = ['sanity.cli', 'sanity.config'].flatMap((name) =>
  ['ts', 'tsx', 'js', 'mjs'].map((end) => `${name}.${end}`),
)

/** The usual places of workspaces; a folder's own files come first. */
const WORKSPACES = ['*', 'apps/*', 'packages/*']

/**
 * Finds the Sanity project of a folder and its workspaces: in variables such as `NEXT_PUBLIC_SANITY_PROJECT_ID` of the process, then of the
 * folder's environment files, then as literals in its Sanity configuration. Of tokens the first whose name says that it
 * reads is the one for reading, the first other one the one for writing; the lake takes them for its own.
 */
export function findEnvironment(folder: string, env: NodeJS.ProcessEnv) {
  const workspaces = globSync(
    WORKSPACES.map((pattern) => `${pattern}/package.json`),
    {cwd: folder, exclude: ['node_modules']},
  )
  const folders = ['.', ...workspaces.map((manifest) => dirname(manifest)).sort()]
  const read = (name: string) => {
    const path = join(folder, name)
    return existsSync(path) ? readFileSync(path, 'utf8') : ''
  }
  const texts = (names: readonly string[]) => folders.flatMap((place) => names.map((name) => read(join(place, name))))
  const variables = [env, ...texts(ENV_FILES).map((text) => parseEnv(text))].flatMap((values) =>
    Object.entries(values).flatMap(([name, value]) => (value ? [{name, value}] : [])),
  )
  const find = (name: RegExp) => variables.find((variable) => name.test(variable.name))?.value
  const literal = (pattern: RegExp) =>
    texts(CONFIGS)
      .map((text) => pattern.exec(text)?.[1])
      .find(Boolean)
  const readToken = find(/SANITY_(\w+_)?(READ|VIEWER)(\w+)?_TOKEN$/)
  const writeToken = find(/SANITY_(?!(\w+_)?(READ|VIEWER))(\w+_)?TOKEN$/)
  return {
    projectId: find(/SANITY_(\w+_)?PROJECT_ID$/) ?? literal(/projectId:\s*['"]([a-z0-9-]+)['"]/),
    dataset: find(/SANITY_(\w+_)?DATASET$/) ?? literal(/dataset:\s*['"]([a-z0-9_-]+)['"]/),
    // A project may have one token, or one placeholder, for both; that of a lake for reading does not write.
    readToken: readToken === writeToken ? undefined : readToken,
    writeToken,
  }
}
