import {Hono} from 'hono'
import {exportRoutes} from '../dataset/exportRoutes.ts'
import type {Lake, LakeEnv} from '../types.ts'
import {authRoutes} from './authRoutes.ts'
import {projectRoutes} from './projectRoutes.ts'
import {serviceRoutes} from './serviceRoutes.ts'
import {ticketRoutes} from './ticketRoutes.ts'
import {userRoutes} from './userRoutes.ts'

/** Everything that the Studio asks of hosted Sanity besides content. */
export function platformRoutes(lake: Lake): Hono<LakeEnv> {
  const app = new Hono<LakeEnv>()
  for (const routes of [userRoutes, projectRoutes, authRoutes, ticketRoutes, serviceRoutes, exportRoutes])
    app.route('/', routes(lake))
  return app
}
