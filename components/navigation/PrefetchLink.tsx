'use client'

import NextLink from 'next/link'
import {type ComponentProps, useSyncExternalStore} from 'react'
import {pageTransition} from '@/lib/constants'
import {mayPrefetch, subscribeToIdle} from '@/lib/idle'

const transition = [pageTransition.name]
const never = () => false

/** Next's link, which fetches ahead only when the browser is idle and the connection can spare it. */
export function PrefetchLink(props: ComponentProps<typeof NextLink>) {
  const ready = useSyncExternalStore(subscribeToIdle, mayPrefetch, never)
  return <NextLink prefetch={ready ? null : false} transitionTypes={transition} {...props} />
}
