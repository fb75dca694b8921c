import {readCommandLine} from './product/commandLine.ts'
import {UserError} from './product/report.ts'
import {runMain} from './product/runMain.ts'

const usage = `npm run bench -- [options]  measures a product of its own against a baseline, about half an hour
  --only server,page   these parts
  --minutes 2          length of the soak test, 10 by default
  --runs 9             visits of each page, 5 by default
  --all                Lighthouse on every page`

/** Measures the site's speed against a baseline on the same machine at the same time. */
await runMain(async (running) => {
  const {values} = readCommandLine(usage, {
    options: {
      only: {type: 'string'},
      minutes: {type: 'string', default: '10'},
      runs: {type: 'string', default: '5'},
      all: {type: 'boolean', default: false},
    },
  })
  const [minutes = 0, runs = 0] = [values.minutes, values.runs].map(Number)
  if (!(minutes > 0 && runs >= 1)) throw new UserError(`--minutes and --runs need numbers.\n\n${usage}`)
  process.env.TEST_PORT ||= '3961'
  process.env.TEST_LAKE_PORT ||= '3962'
  process.env.TEST_DATA_DIR ||= '.data/bench'
  process.env.TEST_SITE_BUILD_DIR ||= '.next-bench'
  // Imported now, as they read these variables.
  const {partNames, run} = await import('../tests/bench/run.ts')
  const {startBench} = await import('../tests/bench/startBench.ts')
  const only = values.only?.split(',') ?? partNames
  const unknown = only.filter((name) => !partNames.includes(name))
  if (unknown.length > 0) throw new UserError(`No such part: ${unknown.join(', ')}. There are ${partNames.join(', ')}.`)
  const started = await startBench()
  running.push(started)
  await run({...started, options: {minutes, runs, all: values.all}}, only)
  await started.stop()
  process.exit(0)
})
