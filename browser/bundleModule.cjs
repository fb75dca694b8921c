/**
 * Turbopack loader for `*.bundle` files, which name a module: bundles the module with all that it imports into one
 * minified file. `next.config.ts` emits the result as an asset, so that importing a `*.bundle` gives its URL.
 */
const {dirname, join, relative, resolve} = require('node:path')

const root = join(__dirname, '..')

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
    resolve: {alias: {'@': root}},
    plugins: [cssModules],
    // All of it is for the browser, so `use client` says nothing.
    onLog: (level, log, handle) => log.code === 'MODULE_LEVEL_DIRECTIVE' || handle(level, log),
    // `docs/browsers.md` has the oldest browsers.
    transform: {target: ['chrome111', 'safari16.4', 'firefox111'], define: {'process.env.NODE_ENV': '"production"'}},
  })
  const {output} = await build.generate({
    format: 'es',
    minify: true,
    comments: {legal: true, annotation: false, jsdoc: false},
  })
  await build.close()
  const [{code, moduleIds}, ...others] = output
  if (others.length > 0) throw new Error(`${entry} imports a module on demand: give that a *.bundle of its own.`)
  // The bundler's own helpers are no files.
  for (const id of moduleIds) if (!id.startsWith('\0')) loader.addDependency(id)
  return code
}

/** The classes of CSS modules are named by the site's build. The page hands them over, before it loads such a bundle. */
const cssModules = {
  name: 'css-modules',
  load(id) {
    if (!id.endsWith('.module.css')) return null
    const file = JSON.stringify(relative(root, id).replaceAll('\\', '/'))
    const code = `const names = globalThis.cssModules?.[${file}]
      if (!names) throw new Error("The page does not hand over the class names of " + ${file})
      export default names`
    return {code, moduleType: 'js'}
  },
}
