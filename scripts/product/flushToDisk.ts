import {runCommand} from './runCommand.ts'

/**
 * Flushes the file systems of the paths: after a power cut, files of what counts as finished could be empty otherwise, as the
 * system writes them in any order. Elsewhere than on Linux `sync` flushes all file systems; where there is no such command,
 * nothing is flushed. Throws a UserError with the `failure` if a disk does not take them.
 */
export async function flushToDisk(paths: string[], failure: string): Promise<void> {
  const args = process.platform === 'linux' ? ['-f', ...paths] : []
  try {
    await runCommand('sync', args, {failure})
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing) throw error
  }
}
