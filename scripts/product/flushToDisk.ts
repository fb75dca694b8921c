import {runCommand} from './runCommand.ts'

/**
 * Flushes the file systems of the paths: after a power cut, files of what counts as finished could be empty otherwise, as the
 * system writes them in any order. Elsewhere than on Linux `sync` flushes all file systems. Throws a UserError with the
 * `failure` if a disk does not take them.
 */
export function flushToDisk(paths: string[], failure: string): Promise<void> {
  const args = process.platform === 'linux' ? ['-f', ...paths] : []
  return runCommand('sync', args, {failure})
}
