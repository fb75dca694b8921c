import {readCommandLine} from './product/commandLine.ts'
import {prepare} from './product/prepare.ts'
import {step, UserError} from './product/report.ts'
import {runMain} from './product/runMain.ts'
import {seedContent, writingClient} from './product/seedContent.ts'
import {lakeTokens} from './product/startLake.ts'

const usage = `npm run seed               imports what is missing of sanity/seed into the running lake or the hosted dataset
npm run seed -- --replace  imports all of it, over what was edited`

/** Imports `sanity/seed` into the running lake or, with a project id set, into the hosted dataset. */
await runMain(async () => {
  const {values} = readCommandLine(usage, {options: {replace: {type: 'boolean', default: false}}})
  const {source} = prepare()
  const token = source.embedded ? lakeTokens(process.env).write : process.env.SANITY_API_WRITE_TOKEN
  if (!token)
    throw new UserError(
      'SANITY_API_WRITE_TOKEN is not set. Make an editor token in the project’s API settings and set it.',
    )
  const count = await seedContent(
    writingClient(source, token),
    values.replace ? 'createOrReplace' : 'createIfNotExists',
  )
  step(
    `${count} documents ${values.replace ? 'written over' : 'imported where they were missing'} in dataset ${source.dataset}`,
  )
  process.exit(0)
})
