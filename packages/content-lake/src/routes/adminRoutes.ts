import {mkdir, readdir, rm} from 'node:fs/promises'
import {join} from 'node:path'
import {Hono} from 'hono'
import {create} from 'tar'
import {isAssetFileName} from '../assets/assetFiles.ts'
import {snapshotLake} from '../backup/snapshotDatabase.ts'
import {conflict, notFound} from '../errors.ts'
import {streamBody} from '../http/bodies.ts'
import {type LakeEnv, requireAdmin} from '../http/request.ts'
import type {Lake} from '../Lake.ts'

/** Administration of sessions, backups, and lakes for tests. These paths are the lake's own, not Sanity's. */
export function adminRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()

  app.route('/', backupRoutes(lake))

  app.get('/lake/sessions', (c) => {
    requireAdmin(c)
    return c.json({sessions: lake.sessions.list(c.req.query('user'))})
  })

  app.delete('/lake/sessions', (c) => {
    requireAdmin(c)
    return c.json({ended: lake.sessions.endAll('administrator', c.req.query('user'))})
  })

  app.delete('/lake/sessions/:id', (c) => {
    requireAdmin(c)
    if (!lake.sessions.endById(c.req.param('id'), 'administrator')) throw notFound('There is no such session')
    return c.json({ended: 1})
  })

  app.post('/lake/reset', async (c) => {
    requireAdmin(c)
    if (!lake.reset) throw notFound('Only a lake for tests, started with --seed, can be reset')
    await lake.reset()
    return c.json({reset: true})
  })

  return app
}

/** `GET /lake/backup`: a tar archive of the databases and all assets. The path is the lake's own, not Sanity's. */
function backupRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()
  const {dir} = lake.options
  const work = join(dir, 'backup.part')
  let isBusy = false

  async function end(): Promise<void> {
    try {
      await rm(work, {recursive: true, force: true})
    } finally {
      isBusy = false
    }
  }

  app.get('/lake/backup', async (c) => {
    requireAdmin(c)
    if (isBusy) throw conflict('Another backup is under way')
    isBusy = true
    const {incoming} = c.env ?? {}
    const idleMs = incoming?.socket.timeout ?? 0
    try {
      // Nothing is sent until the snapshot of a large database is whole.
      incoming?.setTimeout(0)
      await rm(work, {recursive: true, force: true})
      await mkdir(work, {mode: 0o700})
      const databases = await snapshotLake(lake, work)
      // A client that reads nothing would block all other backups.
      incoming?.setTimeout(idleMs)
      await mkdir(join(dir, 'assets'), {recursive: true})
      const assets = (await readdir(join(dir, 'assets'))).filter(isAssetFileName)
      const files = [...databases.map((name) => `backup.part/${name}`), ...assets.map((name) => `assets/${name}`)]
      return c.body(streamBody(c, lake, archiveOf(dir, files, end)), 200, {'content-type': 'application/x-tar'})
    } catch (error) {
      await end()
      throw error
    }
  })
  return app
}

async function* archiveOf(dir: string, files: string[], end: () => Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    yield* create(
      {
        cwd: dir,
        portable: true,
        strict: true,
        onWriteEntry: (entry) => {
          entry.path = entry.path.replace(/^backup\.part\//, '')
        },
      },
      files,
    )
  } finally {
    await end()
  }
}
