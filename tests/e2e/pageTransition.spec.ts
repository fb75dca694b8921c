import {expect, type Page, test} from '@playwright/test'
import {pageTransition} from '../../lib/constants.ts'
import {homeLink} from '../support/headerLinks.ts'
import {pages} from '../support/siteUrls.ts'
import {untilInteractive} from '../support/untilInteractive.ts'

interface Moved {
  name: string
  part: string
  delay: number
  duration: number
}

declare global {
  interface Window {
    moved: Moved[]
    transitions: number
  }
}

/** Records the site's animations in each view transition. */
async function recordAnimations(page: Page): Promise<() => Promise<Moved[]>> {
  await page.addInitScript(() => {
    window.moved = []
    window.transitions = 0
    const start = Document.prototype.startViewTransition
    Document.prototype.startViewTransition = function (...args) {
      window.transitions += 1
      const transition = start.apply(this, args)
      const record = () => {
        for (const animation of document.getAnimations()) {
          const {effect} = animation
          if (!(animation instanceof CSSAnimation) || !(effect instanceof KeyframeEffect)) continue
          const {delay = 0, duration} = effect.getTiming()
          const part = effect.pseudoElement?.replace(/\(.*/, '') ?? ''
          // Other names belong to the browser's own animations, which the site hides.
          if (part.startsWith('::view-transition') && !animation.animationName.startsWith('-ua-'))
            window.moved.push({name: animation.animationName, part, delay, duration: Number(duration)})
        }
      }
      transition.ready.then(record, () => undefined)
      return transition
    }
  })
  return () => page.evaluate(() => window.moved.toSorted((one, other) => one.delay - other.delay))
}

test('the old page has left before the new one enters', async ({page}) => {
  const moved = await recordAnimations(page)
  await page.goto('/h5/en/about', {waitUntil: 'networkidle'})
  await untilInteractive(page)
  await homeLink(page).click()
  await expect(page).toHaveURL(/\/h5\/en$/)
  await expect.poll(moved).toEqual([
    {name: 'page-leaves', part: '::view-transition-old', delay: 0, duration: pageTransition.out},
    {name: 'page-enters', part: '::view-transition-new', delay: pageTransition.out, duration: pageTransition.in},
  ])
})

test('going back and forward does not animate', async ({page}) => {
  const moved = await recordAnimations(page)
  await page.goto('/h5/en/about', {waitUntil: 'networkidle'})
  await untilInteractive(page)
  await homeLink(page).click()
  await expect.poll(moved).toHaveLength(2)
  await page.goBack()
  await expect(page.getByRole('heading', {level: 1})).toHaveText(/about/i)
  await page.goForward()
  await expect(page).toHaveURL(/\/h5\/en$/)
  expect(await moved()).toHaveLength(2)
})

test('no transition begins for a visitor who asked for less motion', async ({page}) => {
  await page.emulateMedia({reducedMotion: 'reduce'})
  await recordAnimations(page)
  await page.goto('/h5/en/about', {waitUntil: 'networkidle'})
  await untilInteractive(page)
  await homeLink(page).click()
  await expect(page).toHaveURL(/\/h5\/en$/)
  await expect(page.getByRole('heading', {level: 1})).not.toHaveText(/about/i)
  expect(await page.evaluate(() => window.transitions)).toBe(0)
})

test('a browser without view transitions just shows the new page', async ({page}) => {
  await page.addInitScript(() => Reflect.deleteProperty(Document.prototype, 'startViewTransition'))
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  await page.goto('/h5/en/about', {waitUntil: 'networkidle'})
  await untilInteractive(page)
  await homeLink(page).click()
  await expect(page).toHaveURL(/\/h5\/en$/)
  await expect(page.getByRole('heading', {level: 1})).not.toHaveText(/about/i)
  expect(errors).toEqual([])
})

/** Follows a link. Returns how many blocks the first frame leaves out, and the tops of those that are in the window. */
function leftOut(page: Page, path: string): Promise<{count: number; seen: number[]}> {
  return page.evaluate(
    (to) =>
      new Promise<{count: number; seen: number[]}>((resolve) => {
        const observer = new MutationObserver(() => {
          observer.disconnect()
          // After what the page itself does in this frame.
          requestAnimationFrame(() => {
            const blocks = [...document.querySelectorAll<HTMLElement>('[style*="content-visibility"]')]
            delete document.body.dataset.entering
            for (const {style} of blocks) style.contentVisibility = ''
            const tops = blocks.map((block) => block.getBoundingClientRect().top)
            resolve({count: tops.length, seen: tops.filter((top) => top < innerHeight)})
          })
        })
        const holder = document.getElementById('page')
        if (holder) observer.observe(holder, {childList: true})
        const {committed, finished} = navigation.navigate(to)
        // Cancelled where the page is fetched first.
        for (const promise of [committed, finished]) promise?.catch(() => undefined)
      }),
    path,
  )
}

for (const viewport of [
  {width: 390, height: 844},
  {width: 1280, height: 1800},
]) {
  test(`the first frame of each page has every block in the window, ${viewport.width} pixels wide`, async ({page}) => {
    await page.setViewportSize(viewport)
    await page.emulateMedia({reducedMotion: 'reduce'})
    await page.goto('/h5/en/about', {waitUntil: 'networkidle'})
    await untilInteractive(page)
    let count = 0
    for (const {path} of pages) {
      if (path === '/h5/en/about') continue
      const found = await leftOut(page, path)
      expect.soft(found.seen, path).toEqual([])
      count += found.count
    }
    expect(count).toBeGreaterThan(pages.length)
  })
}
