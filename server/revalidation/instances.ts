import {readSiteEnv} from '../../lib/env.ts'
import type {SignedRequest} from '../../lib/webhookSignature.ts'
import {catchUp} from './catchUp.ts'
import {inTurn} from './inTurn.ts'
import {notifySelf} from './notifySelf.ts'
import {openRelay, type Relay} from './relay.ts'

declare global {
  /** The start of the server and the webhook's handler are bundled apart and share nothing else. */
  var siteRelay: Relay | undefined
}

/** Joins the other instances of the site, if there are any: `REDIS_URL` says where they meet. */
export function joinInstances(env: Record<string, string | undefined>): void {
  const {redisUrl} = readSiteEnv(env)
  if (!redisUrl) return
  globalThis.siteRelay = openRelay({
    url: redisUrl,
    apply: (webhook) => notifySelf(env, webhook),
    catchUp: inTurn(() => catchUp(env)),
  })
}

/** Tells the other instances, if there are any, of a webhook that this one was told. */
export async function tellInstances(webhook: SignedRequest): Promise<void> {
  await globalThis.siteRelay?.announce(webhook)
}
