/**
 * Turbopack loader for `*.bundle` files, which name a module: bundles the module with all that it imports into one
 * minified file. `next.config.ts` emits the result as an asset, so that importing a `*.bundle` gives its URL.
 */
const {dirname, join, resolve} = require('node:path')

module.exports = function bundleModule(source) {
  const done = this.async()
  bundle(this, resolve(dirname(this.resourcePath), source.trim())).then((code) => done(null, code), done)
}

async function bundle(loader, entry) {
  // Published as an ECMAScript module only; loaders are CommonJS.
  const {rolldown} = await import('rolldown')
  const build = await rolldown({
    input: entry,
    platform: 'browser',
    resolve: {alias: {'@': join(__dirname, '..')}},
    // `docs/browsers.md` has the oldest browsers.
    transform: {target: ['chrome111', 'safari16.4', 'firefox111'], define: {'process.env.NODE_ENV': '"production"'}},
  })
  const {output} = await build.generate({format: 'es', minify: true})
  await build.close()
  const [{code, moduleIds}, ...others] = output
  if (others.length > 0) throw new Error(`${entry} imports a module on demand: give that a *.bundle of its own.`)
  for (const id of moduleIds) loader.addDependency(id)
  return code
}
