/** How long to wait before asking again for a stream that the server refused, in milliseconds. */
const pause = 2000

/**
 * Calls back on each event of a stream of Server-Sent Events, and once the stream is open: what changed before that,
 * since the page was drawn, was told to nobody. A browser gives up a stream that is answered with an error (WHATWG HTML,
 * 9.2.3); this one is asked for again. Returns what ends it.
 */
export function followEvents(url: string, changed: () => void): () => void {
  let stream: EventSource
  let waiting: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    stream = new EventSource(url)
    // `welcome` says that the stream is open, `restart` that events were missed.
    for (const type of ['welcome', 'message', 'restart']) stream.addEventListener(type, changed)
    stream.addEventListener('error', () => {
      if (stream.readyState === EventSource.CLOSED) waiting = setTimeout(open, pause)
    })
  }
  open()
  return () => {
    clearTimeout(waiting)
    stream.close()
  }
}
