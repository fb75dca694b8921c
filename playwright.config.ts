import {defineConfig, devices} from '@playwright/test'
import {findBrowser} from './scripts/product/findBrowser.ts'
import {testProduct} from './tests/support/testProduct.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/playwright',
  globalSetup: './tests/support/startTestProduct.ts',
  // One product with one dataset serves all files, so they run one after the other.
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: 90_000,
  expect: {timeout: 15_000},
  use: {
    ...devices['Desktop Chrome'],
    baseURL: testProduct.siteUrl,
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: findBrowser(),
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
})
