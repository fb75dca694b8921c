import {defineConfig} from 'vitest/config'

export default defineConfig({
  test: {
    name: 'lake',
    include: ['{src,conformance,packaging}/**/*.test.ts'],
    environment: 'node',
    // Each test opens its own lake in its own temporary folder, so files may run side by side.
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
