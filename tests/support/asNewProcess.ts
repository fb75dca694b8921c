import {afterAll, vi} from 'vitest'

/*
 * Leaves the process to the next test file as if it were new, apart from packages: React, the Studio and the lake stay in
 * memory, as importing them is what costs.
 */
const environment = {...process.env}

// Before the file's own imports: modules of the project that the one before has replaced.
vi.resetModules()

afterAll(async () => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  delete globalThis.siteInstance
  if (typeof document === 'undefined') return
  const {cleanup} = await import('@testing-library/react')
  cleanup()
  // Sanity UI has its portal for the life of the process.
  for (const element of [...document.body.children]) if (!element.hasAttribute('data-portal')) element.remove()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})
