import {Hono, type MiddlewareHandler} from 'hono'
import {EDITOR, mayWrite} from '../access/identities.ts'
import {isTrustedOrigin} from '../access/origins.ts'
import {notFound} from '../errors.ts'
import type {LakeEnv} from '../http/connection.ts'
import {requireRead} from '../http/requireRights.ts'
import type {Lake} from '../Lake.ts'
import {EVERYTHING} from '../roles/definitions.ts'
import {authRoutes} from './authRoutes.ts'
import {ticketRoutes} from './ticketRoutes.ts'
import {rolesOf, userRoutes} from './userRoutes.ts'

export function platformRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()
  for (const routes of [userRoutes, projectRoutes, authRoutes, ticketRoutes, serviceRoutes])
    app.route('/', routes(lake))
  return app
}

/** Stubs of hosted services, so that the Studio reports no errors. */
function serviceRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()
  app.get('/ping', (c) => c.json({pong: true}))
  app.get('/data/ping/:dataset', (c) => c.json({pong: true}))
  app.get('/check/cors', (c) => {
    const origin = c.req.header('origin')
    const allowed = !origin || isTrustedOrigin(origin, c.get('connection').url, lake.options.allowedOrigins)
    return c.json({result: {allowed, withCredentials: allowed}})
  })
  app.get('/features', (c) => c.json(FEATURES))
  app.get('/journey/announcements', (c) => c.json([]))
  // Offers to buy something, and links to help: there are none.
  app.get('/journey/:offer', (c) => c.json(null))
  app.get('/help', (c) => c.json({resources: {sectionArray: []}}))
  app.get('/intake/telemetry-status', (c) => c.json({status: 'denied'}))
  for (const kind of ['batch', 'feedback', 'tracing']) app.post(`/intake/${kind}`, (c) => c.json({}))
  // No cross-dataset references: a lake has one dataset.
  app.get('/data/references/:dataset/documents/:id/to', (c) => c.json({totalCount: 0, references: []}))
  return app
}

const READ = ['read', 'history']
const WRITE = [...READ, 'create', 'update', 'editHistory', 'manage']

/**
 * Paid features of hosted Sanity, as the Studio names them. The lake has releases and scheduled drafts. It has no comments
 * but claims them: otherwise the Studio remounts everything to wrap it in an offer to buy them, and closes what is open.
 */
const FEATURES = ['contentReleases', 'singleDocRelease', 'studioComments']

/** The lake's one project and dataset in the shape of hosted Sanity's management API. */
function projectRoutes(lake: Lake): Hono<LakeEnv> {
  const {projectId, dataset} = lake.options
  const {users} = lake
  const app = new Hono<LakeEnv>()

  const ownProject: MiddlewareHandler<LakeEnv> = async (c, next) => {
    requireRead(c)
    const wanted = c.req.param('project')
    if (wanted !== projectId) throw notFound(`Project "${wanted}" not found: this lake holds "${projectId}"`)
    await next()
  }
  app.use('/projects/:project/*', ownProject)
  app.use('/projects/:project', ownProject)

  app.get('/projects', (c) => {
    requireRead(c)
    return c.json([{id: projectId, displayName: projectId}])
  })
  app.get('/projects/:project', (c) => {
    const members = (users.haveNames ? users.all : [EDITOR]).map((person) => {
      const roles = rolesOf(person, lake)
      const isCurrentUser = person.id === c.get('identity').id || !users.haveNames
      return {id: person.id, role: roles[0]?.name ?? '', roles, isCurrentUser, isRobot: false}
    })
    return c.json({
      id: projectId,
      displayName: projectId,
      studioHost: null,
      organizationId: null,
      isBlocked: false,
      isDisabled: false,
      isDisabledByUser: false,
      metadata: {},
      members,
      features: FEATURES,
    })
  })
  // Sanity's CLI leaves out the project where the host name contains it.
  for (const path of ['/projects/:project/datasets', '/datasets']) {
    app.get(path, (c) => {
      requireRead(c)
      // Datasets for comments and other extras do not exist here.
      if (c.req.query('datasetProfile')) return c.json([])
      return c.json([{name: dataset, aclMode: 'public', datasetProfile: 'content'}])
    })
  }
  app.post('/comments/:dataset/setup', () => {
    throw notFound('This lake keeps no comments: set document.comments.enabled to false in sanity.config.ts')
  })
  app.get('/projects/:project/datasets/:dataset/acl', (c) => {
    const wanted = c.req.param('dataset')
    if (wanted !== dataset) throw notFound(`Dataset "${wanted}" not found: this lake holds "${dataset}"`)
    const identity = c.get('identity')
    if (identity.roles) return c.json(users.roles.aclOf(identity))
    const permissions = mayWrite(identity) ? WRITE : READ
    return c.json([{filter: EVERYTHING, permissions}])
  })
  app.get('/projects/:project/grants', (c) => c.json({}))
  app.get('/projects/:project/features', (c) => c.json(FEATURES))
  app.get('/projects/:project/new-content-release-allowed', (c) =>
    c.json({
      data: {
        ...{orgActiveReleaseCount: 0, orgMeteredActiveReleaseCount: 0},
        // No plan limits releases here; null stands for none only in the organization's.
        ...{orgActiveReleaseLimit: null, datasetReleaseLimit: Number.MAX_SAFE_INTEGER},
      },
    }),
  )
  app.get('/projects/:project/roles', (c) => {
    const named = users.roles.all.map(({name, title, description}) => ({name, title, description}))
    return c.json(users.haveNames ? named : rolesOf(EDITOR, lake))
  })
  app.get('/projects/:project/user-applications', (c) => c.json([]))
  return app
}
