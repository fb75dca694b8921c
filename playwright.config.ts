import {defineConfig, devices} from '@playwright/test'
import {findHeadlessBrowser} from './scripts/product/findBrowser.ts'
import {testProduct} from './tests/support/testProduct.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/playwright',
  globalSetup: './tests/support/startTestProduct.ts',
  // Each worker has a product with a dataset of its own; within a file tests run one after the other.
  workers: Number(process.env.TEST_WORKERS || 1),
  fullyParallel: false,
  // `npm test` and `npm run test:long`.
  projects: [
    {name: 'short', grepInvert: /@long/},
    {name: 'long', grep: /@long/},
  ],
  forbidOnly: Boolean(process.env.CI),
  // Generous, for machines that do much at once: a time limit is no assertion.
  timeout: 600_000,
  expect: {timeout: 120_000},
  use: {
    ...devices['Desktop Chrome'],
    baseURL: testProduct.siteUrl,
    // Recording traces doubles what a walk over all pages costs; `--trace retain-on-failure` does it when one is needed.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findHeadlessBrowser(),
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
})
