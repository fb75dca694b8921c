import {statSync} from 'node:fs'
import {Hono, type MiddlewareHandler} from 'hono'
import {EDITOR, mayWrite} from '../access/identities.ts'
import {isTrustedOrigin} from '../access/origins.ts'
import {commentsOf, mayReadComments, NO_COMMENTS} from '../comments/comments.ts'
import {forbidden, httpError, type LakeError, notFound} from '../errors.ts'
import {type LakeEnv, requireRead, requireWrite} from '../http/request.ts'
import type {Lake} from '../Lake.ts'
import {EVERYTHING, PERMISSIONS} from '../roles/definitions.ts'
import type {Identity, JsonObject} from '../types.ts'
import {authRoutes, ticketRoutes} from './authRoutes.ts'
import {requireOwnProject, rolesOf, userRoutes} from './userRoutes.ts'

export function platformRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()
  for (const routes of [userRoutes, projectRoutes, authRoutes, ticketRoutes, serviceRoutes])
    app.route('/', routes(lake))
  return app
}

const GRAPHQL = /graphql/

/** Paths of hosted services that a lake has not, some with a method, and what to do instead. The first that matches counts. */
const ELSEWHERE: readonly [path: RegExp, advice: string][] = [
  [
    /^PATCH (projects\/[^/]+\/)?datasets\/[^/]+$/,
    'what is published can be read without a token by whoever reaches the lake. Keep its port to programs that may',
  ],
  [
    /^collaboration\/comments\b/,
    'it keeps comments in an add-on dataset. Leave beta.comments.v2 off in sanity.config.ts',
  ],
  [/^schedules\//, 'it has scheduled drafts instead. Set scheduledPublishing.enabled to false in sanity.config.ts'],
  [GRAPHQL, 'it speaks GROQ alone'],
  [
    /^(agent|assist|context|embeddings-index|media-libraries|canvases|dashboards|functions)\//,
    'only hosted Sanity has this service',
  ],
  [/\/embeddings$/, 'only hosted Sanity has this service'],
  [/\/backups/, 'the option --backup copies it'],
  [/\/(tokens|robots)/, 'its tokens are in tokens.json, or given as SANITY_API_WRITE_TOKEN and the like'],
  [
    /^access\/.*\/roles$/,
    'people and roles are given by --users; its tokens are in tokens.json, each with rights of its own',
  ],
  [/^(access|invitations)\//, 'people and roles are given by --users'],
  [/\/cors/, 'sites that may use it are named by --allow-origin'],
  [/^(organizations|projects)$/, 'it holds one project, named by --project, and no organizations'],
  [/^aliases(\/|$)/, 'its one dataset has one name, given by --dataset'],
  [/^hooks\//, 'webhooks are given by --webhook'],
  [/\/schemas/, 'it keeps no schemas. What needs one reads a file that sanity schema extract makes'],
  [
    /(^|\/)datasets\//,
    'it holds one dataset, named by --dataset, and the comments on it. Start another lake, with a --dir of its own',
  ],
]

/** The answer to what has no route: names the path and, of a service of hosted Sanity, says what to do instead. */
export function nothingAt(method: string, path: string): LakeError {
  const service = path.replace(/^\/v[^/]+\//, '')
  const [, advice] = ELSEWHERE.find(([path]) => path.test(service) || path.test(`${method} ${service}`)) ?? []
  const message = `The lake has nothing at ${method} ${path}${advice === undefined ? '' : `: ${advice}`}`
  // All that `sanity graphql deploy` shows of a refusal.
  return httpError(404, message, GRAPHQL.test(service) ? {validationError: message} : {})
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
  // Shown only where a plan limits releases, which none does here. Without it Sanity 3 switches off the button for a new release.
  const nowhere = {text: '', url: ''}
  app.get('/journey/content-releases', (c) =>
    c.json({id: 'none', descriptionText: [], ctaButton: nowhere, secondaryButton: nowhere}),
  )
  // Offers to buy something, and links to help: there are none.
  app.get('/journey/:offer', (c) => c.json(null))
  // Requests for another role.
  app.get('/access/requests/me', (c) => c.json([]))
  app.get('/addons/dashboard', (c) => c.json({items: []}))
  app.get('/help', (c) => c.json({resources: {sectionArray: []}}))
  app.get('/intake/telemetry-status', (c) => c.json({status: 'denied'}))
  for (const kind of ['batch', 'feedback', 'tracing']) app.post(`/intake/${kind}`, (c) => c.json({}))
  app.get('/schedules/:project/:dataset', (c) => c.json({schedules: []}))
  // The version that a Studio with auto-updates would get: the local one. Sanity 3 starts no `sanity dev` without an answer.
  for (const path of ['/modules/:package/default/:range/:time', '/modules/by-app/:app/:time/:range/:package'])
    app.get(path, (c) => {
      const [version] = /\d+\.\d+\.\d+/.exec(c.req.param('range') ?? '') ?? []
      if (version === undefined) throw notFound(`No version is known for ${c.req.path}`)
      return c.body(null, 204, {'x-resolved-version': version})
    })
  // No cross-dataset references: a lake has one dataset.
  app.get('/data/references/:dataset/documents/:id/to', (c) => c.json({totalCount: 0, references: []}))
  return app
}

/**
 * Paid features of hosted Sanity, as the Studio names them. Without comments among them it remounts everything to wrap it in
 * an offer to buy them, and closes what is open. Without tasks it shows them with a button that cannot be pressed. Without
 * the last one the `sanity` command names a price for aliases, rather than the lake's reason to refuse them.
 */
const FEATURES = ['contentReleases', 'singleDocRelease', 'studioComments', 'sanityTasks', 'advancedDatasetManagement']

/** The lake's one project and dataset in the shape of hosted Sanity's management API. */
function projectRoutes(lake: Lake): Hono<LakeEnv> {
  const {projectId, dataset} = lake.options
  const {users} = lake
  const comments = {name: commentsOf(dataset), aclMode: 'private', datasetProfile: 'comments', addonFor: dataset}
  const app = new Hono<LakeEnv>()

  const ownProject: MiddlewareHandler<LakeEnv> = async (c, next) => {
    requireRead(c)
    requireOwnProject(c.req.param('project'), lake)
    await next()
  }
  app.use('/projects/:project/*', ownProject)
  app.use('/projects/:project', ownProject)
  const requireOwnDataset = (wanted: string): void => {
    if (wanted !== dataset) throw notFound(`Dataset "${wanted}" not found: this lake holds "${dataset}"`)
  }

  const createdAt = statSync(lake.options.dir).birthtime.toISOString()
  const describe = (identity: Identity): JsonObject => {
    const members = (users.haveNames ? users.all : [EDITOR]).map((person) => {
      const roles = rolesOf(person, lake)
      const isCurrentUser = person.id === identity.id || !users.haveNames
      return {id: person.id, role: roles[0]?.name ?? '', roles, isCurrentUser, isRobot: false}
    })
    return {
      id: projectId,
      displayName: projectId,
      createdAt,
      studioHost: null,
      organizationId: null,
      isBlocked: false,
      isDisabled: false,
      isDisabledByUser: false,
      metadata: {},
      members,
      features: FEATURES,
    }
  }
  app.get('/projects', (c) => c.json([describe(requireRead(c))]))
  app.get('/projects/:project', (c) => c.json(describe(requireRead(c))))
  app.get('/invitations/project/:project', (c) => c.json([]))
  // Sanity's CLI leaves the project out of the path if the host name contains it.
  for (const path of ['/projects/:project/datasets', '/datasets']) {
    app.get(`${path}/:dataset/settings/embeddings`, (c) => {
      requireRead(c)
      requireOwnDataset(c.req.param('dataset'))
      return c.json({enabled: false, status: 'inactive'})
    })
    app.get(path, (c) => {
      const {datasetProfile, addonFor} = c.req.query()
      const listed = [
        {name: dataset, aclMode: 'public', datasetProfile: 'content', addonFor: null},
        ...(mayReadComments(requireRead(c), users.roles) ? [comments] : []),
      ]
      const isAsked = (known: (typeof listed)[number]) =>
        (!datasetProfile || known.datasetProfile === datasetProfile) && (!addonFor || known.addonFor === addonFor)
      return c.json(listed.filter(isAsked))
    })
  }
  // `sanity dataset list` of Sanity 3 and 4 fails without an answer.
  app.get('/aliases', (c) => {
    requireRead(c)
    return c.json([])
  })
  // The Studio asks for this before its first comment if the list above does not name the dataset.
  app.post('/comments/:dataset/setup', (c) => {
    if (!mayReadComments(requireWrite(c), users.roles)) throw forbidden(NO_COMMENTS)
    requireOwnDataset(c.req.param('dataset'))
    return c.json({datasetName: comments.name})
  })
  app.get('/projects/:project/datasets/:dataset/acl', (c) => {
    const identity = c.get('identity')
    const isOfComments = c.req.param('dataset') === comments.name
    if (!isOfComments) requireOwnDataset(c.req.param('dataset'))
    else if (!mayReadComments(identity, users.roles)) throw forbidden(NO_COMMENTS)
    if (identity.roles && !isOfComments) return c.json(users.roles.aclOf(identity))
    const permissions = mayWrite(identity) ? PERMISSIONS : ['read', 'history']
    return c.json([{filter: EVERYTHING, permissions}])
  })
  app.get('/projects/:project/grants', (c) => c.json({}))
  app.get('/projects/:project/features', (c) => c.json(FEATURES))
  app.get('/projects/:project/new-content-release-allowed', (c) =>
    c.json({
      data: {
        orgActiveReleaseCount: 0,
        orgMeteredActiveReleaseCount: 0,
        // No plan limits releases here. Null means that for the organization only; the dataset needs a number.
        orgActiveReleaseLimit: null,
        datasetReleaseLimit: Number.MAX_SAFE_INTEGER,
      },
    }),
  )
  app.get('/projects/:project/roles', (c) => {
    const named = users.roles.all.map(({name, title, description}) => ({name, title, description}))
    return c.json(users.haveNames ? named : rolesOf(EDITOR, lake))
  })
  for (const path of ['/projects/:project/user-applications', '/user-applications']) app.get(path, (c) => c.json([]))
  return app
}
