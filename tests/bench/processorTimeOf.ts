import {readdirSync, readFileSync} from 'node:fs'

/** Linux counts in these. */
const milliseconds = 10

/** How long the processes that a process started have kept a processor busy so far, in milliseconds. */
export function processorTimeOf(parent: number): number {
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const [, started, user, system] = fieldsOf(name)
    if (Number(started) === parent) ticks += Number(user) + Number(system)
  }
  return ticks * milliseconds
}

/** State, parent, and the two times of a process; nothing where it has ended meanwhile. */
function fieldsOf(pid: string): (string | undefined)[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name before may hold spaces and brackets.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return [fields[0], fields[1], fields[11], fields[12]]
  } catch {
    return []
  }
}
