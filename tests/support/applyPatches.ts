import {SanityEncoder} from '@sanity/mutate'
import {applyPatchMutation} from '@sanity/mutate/_unstable_apply'

type Encoded = Parameters<typeof SanityEncoder.decodeAll>[0]

/** Applies patches in Sanity's notation, one mutation each, with Sanity's own implementation. */
export function applyPatches(document: {_id: string; _type: string}, patches: readonly object[]): object {
  const encoded = patches.map((patch) => ({patch: {id: document._id, ...patch}}))
  return SanityEncoder.decodeAll(encoded as Encoded).reduce<{_id: string; _type: string}>(
    (state, mutation) => (mutation.type === 'patch' ? applyPatchMutation(mutation, state) : state),
    document,
  )
}
