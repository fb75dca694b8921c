import {type ChildProcess, spawn} from 'node:child_process'
import {once} from 'node:events'
import {mkdirSync, mkdtempDisposableSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {Builder, type WebDriver} from 'selenium-webdriver'
import {findProgram} from './findProgram.ts'
import {freePort} from './freePort.ts'

interface WebKit {
  /** Opens a window of that size, in CSS pixels, with features that WebKit has but has not turned on. One at a time. */
  open(width: number, height: number, features?: readonly string[]): Promise<WebDriver>
  stop(): Promise<void>
}

/** Starts WebKitGTK, the engine of Safari, on a display of its own. It is driven by WebDriver, which Playwright does not speak. */
export async function startWebKit(): Promise<WebKit> {
  await using started = new AsyncDisposableStack()
  const home = started.use(mkdtempDisposableSync(join(tmpdir(), 'webkit-'))).path
  // Otherwise the toolbar would keep the window wider than a phone.
  mkdirSync(join(home, 'gtk-3.0'))
  writeFileSync(join(home, 'gtk-3.0/gtk.css'), '* { min-width: 0; padding: 0; margin: 0; border-width: 0; }')

  const display = await startDisplay()
  started.defer(() => end(display.process))
  const port = await freePort()
  const driver = spawn(findProgram('WebKitWebDriver', ['webkit2gtk-driver']), [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display.name,
      XDG_CONFIG_HOME: home,
      XDG_DATA_HOME: home,
      XDG_CACHE_HOME: home,
      NODE_OPTIONS: '',
    },
  })
  started.defer(() => end(driver))
  const url = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(`${url}/status`).then(
      () => true,
      () => false,
    )
  while (!(await answers())) {
    if (driver.exitCode !== null) throw new Error('WebKit’s driver did not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const running = started.move()
  return {
    async open(width, height, features = []) {
      const turnedOn = features.map((feature) => `--features=+${feature}`)
      const browser = await new Builder()
        .usingServer(url)
        .withCapabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': {args: ['--automation', ...turnedOn]},
        })
        .build()
      await browser.manage().window().setRect({x: 0, y: 0, width, height})
      return browser
    },
    stop: () => running.disposeAsync(),
  }
}

/** Starts a virtual display under a free name. */
async function startDisplay(): Promise<{name: string; process: ChildProcess}> {
  const program = findProgram('Xvfb', ['xvfb'])
  const child = spawn(program, ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error('Xvfb did not start')
  })
  const [number] = await Promise.race([once(child.stdout, 'data'), ended])
  ended.catch(() => undefined)
  return {name: `:${String(number).trim()}`, process: child}
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
