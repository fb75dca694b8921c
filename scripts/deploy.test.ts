import {spawnSync} from 'node:child_process'
import {chmodSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {expect, test} from 'vitest'
import {bareEnvironment} from '@/tests/support/bareEnvironment.ts'
import {temporaryFolder} from '@/tests/support/temporaryFolder.ts'
import {root} from './product/paths.ts'

/** A copy of the project whose site, Studio and npm are stand-ins. */
function copyOfProject(): string {
  const project = temporaryFolder()
  for (const folder of ['scripts', 'lib', 'enquiries', 'sanity', 'server', 'i18n', 'packages'])
    cpSync(join(root, folder), join(project, folder), {
      recursive: true,
      filter: (path) => !/[\\/]node_modules$|\.ndjson$/.test(path),
    })
  cpSync(join(root, 'package.json'), join(project, 'package.json'))
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(project, file)), {recursive: true})
    writeFileSync(join(project, file), text)
  }
  write('studio/package.json', '{"name":"studio"}')
  write('studio/sanity.cli.ts', 'export default {}')
  write(
    'scripts/build.ts',
    `import {mkdirSync, writeFileSync} from 'node:fs'
    mkdirSync('.next/static', {recursive: true})
    writeFileSync('.next/BUILD_ID', 'built')`,
  )
  write(
    'server.ts',
    `import {createServer} from 'node:http'
    createServer((request, response) => {
      response.setHeader('x-instance', process.env.INSTANCE_ID ?? '').end('<loc>https://www.example.com/h5</loc>')
    }).listen(Number(process.env.PORT), '127.0.0.1')`,
  )
  write(
    'path/npm',
    `#!/bin/sh
mkdir -p node_modules/.bin
cat > node_modules/.bin/sanity <<'END'
require('fs').mkdirSync(process.argv[3], {recursive: true})
require('fs').writeFileSync(process.argv[3] + '/index.html', 'Studio of the new packages, built in ' + process.cwd())
END
`,
  )
  chmodSync(join(project, 'path/npm'), 0o755)
  return project
}

test('a deploy of another lockfile builds the Studio with the packages of the release', () => {
  const project = copyOfProject()
  writeFileSync(
    join(project, 'package-lock.json'),
    '{"packages":{"node_modules/not-installed-yet":{"version":"1.0.0"}}}',
  )
  const {status, stderr} = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(project, 'scripts/deploy.ts')],
    {
      cwd: project,
      env: {
        ...bareEnvironment,
        NODE_ENV: 'production',
        PATH: `${join(project, 'path')}:${process.env.PATH}`,
        SANITY_API_READ_TOKEN: 'read',
        SANITY_API_WRITE_TOKEN: 'write',
        SANITY_WEBHOOK_SECRET: 'secret',
      },
      encoding: 'utf8',
    },
  )
  expect({status, stderr}).toEqual({status: 0, stderr: ''})
  expect(readFileSync(join(project, 'studio/dist/index.html'), 'utf8')).toMatch(
    /^Studio of the new packages, built in .*\.next-releases\/[\d]+-\w+\/studio$/,
  )
})
