import {globSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {basename, join} from 'node:path'
import {lightMark} from '../../lib/pageMode.ts'
import {lightStylesFile, planLightStyles} from '../../server/pageCache/lightStyles.ts'
import {step} from './report.ts'

/** Divides the stylesheets of the build in `folder` for its light pages (`server/pageCache/lightStyles.ts`). */
export function splitStyles(folder: string): void {
  const pages = globSync('server/app/**/*.html', {cwd: folder})
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .filter((html) => html.includes(lightMark))
  const read = (url: string) => readFileSync(join(folder, 'static', url.replace(/^.*\/_next\/static\//, '')), 'utf8')
  const build = readFileSync(join(folder, 'BUILD_ID'), 'utf8').trim()
  const target = join(folder, 'static/styles')
  rmSync(target, {recursive: true, force: true})
  const plan = planLightStyles(build, pages, read)
  if (!plan) {
    step('Pages keep the stylesheets of the framework: no order of them suits all pages')
    return
  }
  const {styles, files} = plan
  mkdirSync(target)
  for (const [url, css] of files) writeFileSync(join(target, basename(url)), css)
  writeFileSync(join(folder, lightStylesFile), JSON.stringify(styles))
}
