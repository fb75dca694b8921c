import {useState} from 'react'

/** Does what a button is pressed for, once at a time: on a slow line people press again. */
export function useBusy() {
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    try {
      await work()
    } finally {
      setBusy(false)
    }
  }
  return {isBusy, run}
}
