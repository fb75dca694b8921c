import {type Browser, type BrowserContextOptions, chromium, type Page} from '@playwright/test'
import {findBrowser} from '../../scripts/product/findBrowser.ts'

/** Runs a function with a browser of its own. */
export async function withBrowser<Result>(use: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await chromium.launch({executablePath: findBrowser(), args: ['--no-sandbox']})
  try {
    return await use(browser)
  } finally {
    await browser.close()
  }
}

interface Slowness {
  /** How many times slower than it is the processor is to be. */
  processor: number
  /** A slow 4G: 150 ms a request, 1.6 Mbit/s. */
  network?: boolean
}

/** Opens a tab without any cache, slowed down by the browser itself. */
export async function openSlowly(
  browser: Browser,
  {processor, network}: Slowness,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({locale: 'zh-CN', ignoreHTTPSErrors: true, ...options})
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', {rate: processor})
  if (network) {
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: 1_600_000 / 8,
      uploadThroughput: 750_000 / 8,
    })
  }
  return page
}
