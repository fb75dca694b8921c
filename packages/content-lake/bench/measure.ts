export interface Figures {
  p50: number
  p99: number
  runs: number
  /** Processor time of this thread for one run, on average. What else the machine does hardly counts in it. */
  processor: number
}

export interface Ablation {
  /** The part that is left out. */
  part: string
  query: string
  /** Milliseconds of processor time for one query, with the part and without it. */
  with: number
  without: number
}

interface MeasureOptions {
  runs: number
  /** Stops earlier once this much time has gone by. */
  milliseconds?: number
}

type Work = (index: number) => unknown

/** Milliseconds of each run of something, after a few that do not count. */
export const measure = (work: Work, options: MeasureOptions): Promise<Figures> =>
  measureBy(() => process.threadCpuUsage(), work, options)

/** The same with the processor time of all threads of this process. */
export const measureAllThreads = (work: Work, options: MeasureOptions): Promise<Figures> =>
  measureBy(() => process.cpuUsage(), work, options)

async function measureBy(
  usage: () => NodeJS.CpuUsage,
  run: Work,
  {runs, milliseconds = 2500}: MeasureOptions,
): Promise<Figures> {
  const processorTime = () => {
    const {user, system} = usage()
    return (user + system) / 1000
  }
  for (let index = 0; index < Math.min(runs / 10, 50); index += 1) await run(index)
  const times: number[] = []
  const processorStart = processorTime()
  const end = performance.now() + milliseconds
  while (times.length < runs && (performance.now() < end || times.length < 5)) {
    const start = performance.now()
    await run(times.length)
    times.push(performance.now() - start)
  }
  return {...figuresOf(times), processor: rounded((processorTime() - processorStart) / times.length)}
}

export function figuresOf(times: readonly number[]): Omit<Figures, 'processor'> {
  const sorted = times.toSorted((left, right) => left - right)
  const at = (share: number) => sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? 0
  return {p50: rounded(at(0.5)), p99: rounded(at(0.99)), runs: sorted.length}
}

export const rounded = (value: number): number => Number(value.toPrecision(3))
