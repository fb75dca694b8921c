/**
 * The Studio warns of HTTP/1.1, as a browser's six connections a host would not last for its event streams. Ours share
 * one socket, so the warning would be wrong: this is what its own button “don't show again for this session” does.
 */
export function snoozeProtocolWarning(): void {
  if (typeof sessionStorage === 'undefined') return
  sessionStorage.setItem('sanity-studio.network.check.snooze', new Date().toISOString())
}
