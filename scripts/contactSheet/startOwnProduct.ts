import {spawn} from 'node:child_process'
import {rmSync} from 'node:fs'
import {join} from 'node:path'
import {root} from '../product/paths.ts'

const ports = {site: 3921, lake: 3922}
const folder = join(root, '.data/contact-sheet')

/** Starts a product with the seed as its content, on ports and in folders of its own. */
export async function startOwnProduct(): Promise<{url: string; stop: () => Promise<void>}> {
  rmSync(join(folder, 'lake'), {recursive: true, force: true})
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'scripts/start.ts'), '--build-first'],
    {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(ports.site),
        LAKE_PORT: String(ports.lake),
        DATA_DIR: folder,
        SITE_BUILD_DIR: '.next-contact-sheet',
        STUDIO_BUILD_DIR: join(folder, 'studio'),
        NEXT_PUBLIC_SANITY_PROJECT_ID: '',
        NEXT_PUBLIC_SITE_URL: '',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)))
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk)
      if (chunk.toString().includes('Ready after')) resolve()
    })
  })
  return {
    url: `http://localhost:${ports.site}`,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
