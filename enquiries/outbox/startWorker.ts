import {eraseExpired} from '../store/eraseEnquiries.ts'
import {deliverDue, type Outbox} from './deliverDue.ts'

const pause = 5000
const hour = 60 * 60_000

interface Worker {
  /** Something new is waiting: do not wait for the next round. */
  wake: () => void
  /** Ends after what is being done. */
  stop: () => Promise<void>
}

/**
 * Delivers in rounds for as long as the process lives, and erases once an hour what may no longer be kept. A round that
 * fails, as while the database is away, is followed by the next.
 */
export function startWorker(outbox: Outbox & {retentionDays: number}): Worker {
  let stopped = false
  let erased = Number.NEGATIVE_INFINITY
  let wake = () => {}

  const round = async () => {
    if (outbox.now() - erased >= hour) {
      await eraseExpired(outbox.database, {now: outbox.now(), days: outbox.retentionDays})
      erased = outbox.now()
    }
    while (!stopped && (await deliverDue(outbox)) > 0);
  }

  const run = async () => {
    while (!stopped) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      await round().catch(() => outbox.log('The enquiries’ database does not answer; deliveries wait'))
      let timer: NodeJS.Timeout | undefined
      const time = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, pause)
        timer.unref()
      })
      if (!stopped) await Promise.race([woken, time])
      clearTimeout(timer)
    }
  }

  const ended = run()
  return {
    wake: () => wake(),
    stop: () => {
      stopped = true
      wake()
      return ended
    },
  }
}
