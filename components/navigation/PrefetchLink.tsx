'use client'

import NextLink from 'next/link'
import {type ComponentProps, useSyncExternalStore} from 'react'
import {mayFetchAhead, subscribeToAhead} from '@/lib/aheadOfClick'
import {pageTransition} from '@/lib/constants'

const transition = [pageTransition.name]
const never = () => false

/** Next's link to a path below the base path, which fetches ahead only what the visitor and the connection can spare. */
export function PrefetchLink(props: ComponentProps<typeof NextLink> & {href: string}) {
  const ready = useSyncExternalStore(subscribeToAhead, () => mayFetchAhead(props.href), never)
  return <NextLink prefetch={ready ? null : false} transitionTypes={transition} {...props} />
}
