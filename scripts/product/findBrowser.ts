import {spawnSync} from 'node:child_process'
import {accessSync, constants, existsSync} from 'node:fs'
import {delimiter, join} from 'node:path'
import {chromium} from '@playwright/test'
import {root} from './paths.ts'
import {step, UserError} from './report.ts'

const shell = 'chromium-headless-shell'
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Returns the path of a Chromium for the tests: `CHROMIUM_PATH`, an installed one, or Playwright's own. Installs one if
 * there is none, from Debian's packages if possible, else by Playwright's download.
 */
export function findBrowser(): string {
  const found = installedBrowser()
  if (found) return found
  if (debianCanInstall()) {
    step('Installing Chromium from Debian’s packages')
    installFromDebian('chromium', 'fonts-noto-cjk')
    const debian = installedBrowser()
    if (debian) return debian
  }
  step('Downloading Playwright’s Chromium')
  run(join(root, 'node_modules/.bin/playwright'), ['install', 'chromium'])
  const downloaded = installedBrowser()
  if (downloaded) return downloaded
  throw new UserError(
    'No Chromium for the tests: install Chromium or Chrome, or set CHROMIUM_PATH to one, and run the command again.',
  )
}

/**
 * Returns the path of a Chromium for many tests: Debian's headless shell, which has no windows of its own and takes a third
 * less of the processor, if it is there or can be installed; else what `findBrowser` finds.
 */
export function findHeadlessBrowser(): string {
  if (process.env.CHROMIUM_PATH) return findBrowser()
  if (!onPath([shell]) && debianCanInstall()) {
    step('Installing Chromium’s headless shell from Debian’s packages')
    installFromDebian(shell, 'fonts-noto-cjk')
  }
  return onPath([shell]) ?? findBrowser()
}

function installedBrowser(): string | undefined {
  const {CHROMIUM_PATH} = process.env
  if (CHROMIUM_PATH) {
    if (existsSync(CHROMIUM_PATH)) return CHROMIUM_PATH
    throw new UserError(`CHROMIUM_PATH names ${CHROMIUM_PATH}, which does not exist. Correct it or unset it.`)
  }
  return onPath(names) ?? [...applications, chromium.executablePath()].find(isExecutable)
}

function onPath(programs: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => programs.map((name) => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function debianCanInstall(): boolean {
  return process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

function installFromDebian(...packages: string[]): void {
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages])
}

function run(command: string, args: string[]): void {
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {...process.env, DEBIAN_FRONTEND: 'noninteractive'},
  })
}
