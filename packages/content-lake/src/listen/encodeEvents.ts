const encoder = new TextEncoder()

interface ServerEvent {
  event: string
  data: unknown
  id?: string
}

/** Events in the format of server-sent events. The bytes may go to any number of streams. */
export const encodeEvents = (events: readonly ServerEvent[]): Uint8Array =>
  encoder.encode(
    events
      .map(({event, data, id}) => `event: ${event}\n${id ? `id: ${id}\n` : ''}data: ${JSON.stringify(data)}\n\n`)
      .join(''),
  )
