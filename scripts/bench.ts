import {parseArgs} from 'node:util'
import {UserError} from './product/report.ts'
import {runMain} from './product/runMain.ts'

/**
 * `npm run bench`: measures the site's speed against a baseline on the same machine at the same time. Starts a product
 * of its own. `-- --only server,page` selects parts, `--minutes 2` shortens the soak test from ten minutes, `--runs 9`
 * visits pages 9 times instead of 5, `--all` runs Lighthouse on every page.
 */
await runMain(async (running) => {
  const {values} = parseArgs({
    options: {
      only: {type: 'string'},
      minutes: {type: 'string', default: '10'},
      runs: {type: 'string', default: '5'},
      all: {type: 'boolean', default: false},
    },
  })
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
  const {minutes, runs, all} = values
  await run({...started, options: {minutes: Number(minutes), runs: Number(runs), all}}, only)
  await started.stop()
  process.exit(0)
})
