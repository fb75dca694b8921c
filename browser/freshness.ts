import {freshnessInterval} from '../lib/constants.ts'
import {createFetchState} from './fetchState.ts'
import {isStalled, onPage, onStall, refreshPage} from './followLinks.ts'
import {noticesAbout, onNoticeButton, setButtons, showNotice} from './notices.ts'

/**
 * Fetches the version in the page's payload when the visitor returns to the tab, when the connection is back, and at an
 * interval. New content is offered, never forced on a reader, and replaces the page where it stands. On an error the page
 * stays as it is.
 */
export function watchFreshness(): void {
  const check = createFetchState(async () => {
    const {payload = ''} = shownPage() ?? {}
    return {payload, version: await fetchVersion(payload)}
  }, update)
  const refresh = createFetchState(refreshPage, update)

  function isChanged(): boolean {
    const {data} = check.state()
    const page = shownPage()
    return data !== undefined && data.payload === page?.payload && data.version !== page.version
  }

  function update(): void {
    const name = noticeName()
    showNotice('freshness', name)
    const busy = refresh.state().pending
    // A press that brings the window to the front starts a check before its click, which a disabled button would swallow.
    const isChecking = name !== 'changed' && check.state().pending
    setButtons('freshness', {disabled: busy || isChecking, busy})
  }

  function noticeName(): string | undefined {
    // A stalled navigation has its own notice, with the same cause.
    const isFailed = [check, refresh].some((request) => request.state().error !== undefined)
    if (isFailed) return isStalled() ? undefined : 'failed'
    return isChanged() ? 'changed' : undefined
  }

  const look = () => {
    if (shownPage() && document.visibilityState === 'visible' && navigator.onLine) void check.fetch()
  }
  document.addEventListener('visibilitychange', look)
  for (const type of ['focus', 'online']) addEventListener(type, look)
  addEventListener('pageshow', ({persisted}) => persisted && look())
  setInterval(look, freshnessInterval)
  onStall(update)
  onPage((restored) => {
    check.reset()
    refresh.reset()
    if (restored) look()
  })
  onNoticeButton('freshness', (name) => {
    // Not before the check has ended: the notice, and with it the focus, would be gone until then.
    return name === 'changed' ? refresh.fetch() : check.fetch().then(refresh.reset)
  })
}

/** The shown page's payload URL and version; undefined where nothing is to be checked. */
function shownPage(): {payload: string; version: string} | undefined {
  const {payload, version} = noticesAbout('freshness')?.dataset ?? {}
  return payload && version ? {payload, version} : undefined
}

/** The version in a page's payload. Throws where there is none. */
async function fetchVersion(payload: string): Promise<string> {
  const response = await fetch(payload, {cache: 'no-cache'})
  const body: unknown = response.ok ? await response.json() : undefined
  if (typeof body === 'object' && body !== null && 'version' in body && typeof body.version === 'string') {
    return body.version
  }
  throw new Error(`${payload} failed`)
}
