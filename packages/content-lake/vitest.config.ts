import {availableParallelism} from 'node:os'
import {defineConfig} from 'vitest/config'

export default defineConfig({
  test: {
    name: 'lake',
    include: ['{src,conformance,packaging}/**/*.test.ts'],
    environment: 'node',
    setupFiles: 'src/testing/cheapPasswords.ts',
    // Each test opens its own lake in its own temporary folder, so files may run side by side.
    // One more than there are cores: many tests wait, for a disk, a process or a clock. Vitest's own is one less.
    maxWorkers: availableParallelism() + 1,
    // Generous, for machines that do much at once: a time limit is no assertion.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: {poll: {timeout: 50_000}},
  },
})
