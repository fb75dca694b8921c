import {execFileSync} from 'node:child_process'
import {cpSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {createRequire} from 'node:module'
import {dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Builds the publishable package: JavaScript and types, since Node strips no types below node_modules. The repository
 * uses the sources, so the manifests differ.
 */
export function buildPackage(target: string): void {
  rmSync(target, {recursive: true, force: true})
  mkdirSync(target, {recursive: true})
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', join(root, 'packaging'), '--outDir', target], {stdio: 'inherit'})
  cpSync(join(root, 'bin'), join(target, 'bin'), {recursive: true})
  cpSync(join(root, 'src/access/commonPasswords.txt'), join(target, 'access/commonPasswords.txt'))
  for (const file of ['README.md', 'CHANGELOG.md', 'CONFORMANCE.md', 'BENCHMARKS.md'])
    cpSync(join(root, file), join(target, file))
  // What lies in the repository alone is described there alone.
  cpSync(join(root, 'docs'), join(target, 'docs'), {recursive: true, filter: (path) => !path.endsWith('internals.md')})
  cpSync(join(root, '../../LICENSE'), join(target, 'LICENSE'))
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(publishedManifest(), null, 2)}\n`)
}

function publishedManifest(): object {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const {private: _private, scripts: _scripts, devDependencies: _devDependencies, ...kept} = manifest
  const entry = (path: string) => ({types: `${path}.d.ts`, default: `${path}.js`})
  return {
    ...kept,
    exports: {
      '.': entry('./api'),
      './browser': entry('./browser/index'),
      './testing': entry('./testLake'),
      './package.json': './package.json',
    },
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const target = process.argv[2] ?? join(root, 'dist')
  buildPackage(target)
  console.log(`Built ${target}: publish it with "npm publish ${target}", or try it with "npm pack ${target}".`)
}
