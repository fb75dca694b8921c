import {availableParallelism} from 'node:os'
import {fileURLToPath} from 'node:url'
import {defineConfig} from 'vitest/config'

const alias = {'@': fileURLToPath(new URL('.', import.meta.url))}

export default defineConfig({
  resolve: {alias},
  test: {
    // Generous, for machines that do much at once: a time limit is no assertion.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One more than there are cores: many tests wait, for a disk, a process or a clock.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'site',
          include: [
            '{app,browser,components,enquiries,i18n,lib,sanity,scripts,server,tests}/**/*.test.{ts,tsx}',
            '*.test.ts',
          ],
        },
      },
      {extends: true, root: 'studio', test: {name: 'studio', include: ['**/*.test.{ts,tsx}']}},
      'packages/content-lake',
    ],
  },
})
