/** What has to leave an index and what has to enter it when a document's keys change. */
export function changedKeys(old: ReadonlySet<string>, now: ReadonlySet<string>): {gone: string[]; added: string[]} {
  return {
    gone: Array.from(old).filter((key) => !now.has(key)),
    added: Array.from(now).filter((key) => !old.has(key)),
  }
}
