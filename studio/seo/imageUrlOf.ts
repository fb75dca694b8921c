import type {SanityClient} from '@sanity/client'
import {isObject} from '../../sanity/health/objectsIn.ts'

/** `image-<hash>-<width>x<height>-<ending>`, as the content API names uploaded pictures. */
const assetId = /^image-([0-9a-f]+)-(\d+x\d+)-(\w+)$/

/** Where an uploaded picture is to be had in the shape of a share card. Undefined where none is chosen. */
export function imageUrlOf(client: SanityClient, image: Record<string, unknown>): string | undefined {
  const {asset} = image
  const [, hash, size, ending] = (isObject(asset) && typeof asset._ref === 'string' && assetId.exec(asset._ref)) || []
  if (!hash) return undefined
  const {projectId, dataset, apiHost} = client.config()
  const host = __CONTENT_SOURCE__.embedded ? apiHost : __CONTENT_SOURCE__.imageHost
  return `${host}/images/${projectId}/${dataset}/${hash}-${size}.${ending}?w=1200&h=630&fit=crop`
}
