import {useEffect, useRef, useState} from 'react'
import {minimumPending} from '../lib/constants.ts'

/** Follows `active`, but once it has shown pending it does so for a minimum time, so that nothing flickers. */
export function usePending(active: boolean): boolean {
  const [pending, setPending] = useState(active)
  const since = useRef(0)
  useEffect(() => {
    if (active) {
      since.current = performance.now()
      setPending(true)
      return
    }
    const rest = Math.max(0, since.current + minimumPending - performance.now())
    const timer = setTimeout(() => setPending(false), rest)
    return () => clearTimeout(timer)
  }, [active])
  return pending
}
