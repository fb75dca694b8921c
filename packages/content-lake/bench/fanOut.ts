import {SYSTEM} from '../src/access/identities.ts'
import {createDataset} from './dataset.ts'
import {type Figures, measure} from './measure.ts'
import {withLake} from './openBenchLake.ts'
import {openListeners} from './openListeners.ts'

export interface FanOutTimes {
  listeners: number
  /** From before a commit until the last of the listeners has its event; each has a socket of its own. */
  latency: Figures
}

export function fanOut(listeners: number): Promise<FanOutTimes> {
  const {documents, pages} = createDataset(2000)
  return withLake(documents, async (lake) => {
    let waiting = 0
    let done = (): void => {}
    const onEvent = () => {
      waiting -= 1
      if (waiting === 0) done()
    }
    const opening = Array.from({length: listeners}, () => openListeners(lake, [{query: '*[_type == "page"]', onEvent}]))
    const sockets = await Promise.all(opening)
    const latency = await measure(
      (run) =>
        new Promise<void>((resolve) => {
          waiting = listeners
          done = resolve
          lake.commit({mutations: [{patch: {id: `page-${run % pages}`, inc: {count: 1}}}], author: SYSTEM})
        }),
      {runs: 500},
    )
    for (const socket of sockets) socket.terminate()
    return {listeners, latency}
  })
}
