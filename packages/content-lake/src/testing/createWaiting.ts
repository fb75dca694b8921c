/** Promises of what is looked for again whenever `check` is called. */
export function createWaiting() {
  const checks = new Set<() => void>()
  return {
    check: () => {
      for (const check of checks) check()
    },
    /** Settles as soon as `find` returns something, or throws. */
    until<Found>(find: () => Found | undefined): Promise<Found> {
      const {promise, resolve, reject} = Promise.withResolvers<Found>()
      const check = () => {
        try {
          const found = find()
          if (found === undefined) return
          resolve(found)
        } catch (error) {
          reject(error)
        }
        checks.delete(check)
      }
      checks.add(check)
      check()
      return promise
    },
  }
}
