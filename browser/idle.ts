import {idleTimeout} from '../lib/constants.ts'

interface Connection extends EventTarget {
  saveData?: boolean
  effectiveType?: string
}

let idle = false
const listeners = new Set<() => void>()

/** Is the browser idle, or has it kept us waiting long enough? Once true it stays so. */
export function isIdle(): boolean {
  return idle
}

/** Idle, and on a connection that can spare what may never be needed: not 2g, not a data-saver. */
export function mayPrefetch(): boolean {
  const connection = connectionOf(navigator)
  return idle && !connection?.saveData && !/2g$/.test(connection?.effectiveType ?? '')
}

/** Tells of every change of the two above. */
export function subscribeToIdle(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Called once, when the page begins. */
export function watchIdle(): void {
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const becomeIdle = () => {
    idle = true
    notify()
  }
  const wait = () => whenIdle(becomeIdle)
  // A browser that waits for a file of the page is idle, too; what can wait shall not come in between.
  if (document.readyState === 'complete') wait()
  else window.addEventListener('load', wait, {once: true})
  connectionOf(navigator)?.addEventListener?.('change', notify)
}

/** Calls once the browser has nothing else to do, or has kept us waiting long enough. Returns what prevents it. */
export function whenIdle(callback: () => void): () => void {
  if (window.requestIdleCallback) {
    const id = window.requestIdleCallback(callback, {timeout: idleTimeout})
    return () => window.cancelIdleCallback(id)
  }
  // Safari has no idle callback.
  const timer = setTimeout(callback, idleTimeout)
  return () => clearTimeout(timer)
}

function connectionOf(browser: Navigator & {connection?: Connection}): Connection | undefined {
  return browser.connection
}
