import {expect, type Frame, type Locator, type Page, type Request} from '@playwright/test'
import {testProduct} from './testProduct.ts'

/** Runs in the page: the guide of the first visit has been read, in the Studio and not on the site beside it. */
function rememberFirstVisit() {
  if (location.protocol.startsWith('http') && !location.pathname.startsWith('/h5'))
    localStorage.setItem('site-content.guide-seen', new Date().toISOString())
}

/** A document's form in the real Studio, driven as a marketer would. */
export class StudioPage {
  readonly page: Page
  readonly form: Locator
  readonly publishButton: Locator
  /** Requests without an answer, event streams apart: those never end. */
  readonly #loading = new Set<Request>()
  #lastRequest = 0

  /** For use before the page opens anything. */
  static async at(page: Page): Promise<StudioPage> {
    await page.addInitScript(rememberFirstVisit)
    // Drawing the Studio's spinners takes a quarter of a load's processor time where there is no graphics card.
    await page.emulateMedia({reducedMotion: 'reduce'})
    return new StudioPage(page)
  }

  private constructor(page: Page) {
    this.page = page
    this.form = page.getByTestId('form-view')
    this.publishButton = page.getByTestId('action-publish')
    page.on('request', (request) => {
      if (request.resourceType() === 'eventsource') return
      this.#loading.add(request)
      this.#lastRequest = performance.now()
    })
    page.on('requestfinished', (request) => this.#loading.delete(request))
    page.on('requestfailed', (request) => this.#loading.delete(request))
    page.on('framenavigated', (frame) => this.#forget(frame))
    page.on('framedetached', (frame) => this.#forget(frame))
  }

  #forget(frame: Frame): void {
    for (const request of this.#loading) if (request.frame() === frame) this.#loading.delete(request)
  }

  /** Waits until nothing is loaded for half a second. Unlike Playwright's `networkidle`, the preview may be open. */
  async untilIdle(): Promise<void> {
    // Says what it waits for.
    const recent = () => (performance.now() - this.#lastRequest > 500 ? [] : ['a request within half a second'])
    await expect.poll(() => [...[...this.#loading].map((request) => request.url()), ...recent()]).toEqual([])
  }

  /** Opens a document's form and waits until it can be edited, and nothing that still loads moves what is to be pressed. */
  async open(documentId: string, type: string, origin = testProduct.studioUrl): Promise<void> {
    const shown = await this.goTo(`${origin}/intent/edit/id=${documentId};type=${type}/`)
    if (shown) await expect(this.page).not.toHaveURL(shown)
    await expect(this.form).toBeVisible()
    await this.untilIdle()
  }

  /** Opens an address of the Studio, and waits until nothing is loading any more. */
  async visit(url: string): Promise<void> {
    await this.goTo(url)
    await this.untilIdle()
  }

  /**
   * Goes to an address as the Studio's own links do, if the Studio is open: a load costs three times as much. Returns
   * the address that it has pushed then.
   */
  async goTo(url: string): Promise<string | undefined> {
    const [from, to] = [new URL(this.page.url()), new URL(url)]
    // Presentation would take the address of a form for one beside its page.
    if (from.origin !== to.origin || /^\/(lake|presentation)\//.test(`${from.pathname}/`)) {
      await this.page.goto(url)
      return undefined
    }
    await this.page.getByTestId('studio-navbar').waitFor()
    await this.page.evaluate((address) => {
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
    }, url)
    return url
  }

  /** Leaves the document that is open, with its dialogs, and closes the toasts, each by the last of its buttons. */
  async leave(): Promise<void> {
    const {page} = this
    await this.goTo(`${new URL(page.url()).origin}/nothing-is-open`)
    await expect(page.getByTestId('wrong-address')).toBeVisible()
    const toasts = page.locator('[data-ui="Toast"]')
    await toasts.evaluateAll((all) => {
      for (const toast of all) [...toast.querySelectorAll('button')].at(-1)?.click()
    })
    await expect(toasts).toHaveCount(0)
    await this.untilIdle()
  }

  /** The input of a field by its path, e.g. `title.zh`. */
  input(path: string): Locator {
    return this.form.getByTestId(`field-${path}`).locator('input, textarea').first()
  }

  /** Opens the picker of blocks, and returns the kind that is to be chosen there. */
  async pickBlock(type: string): Promise<Locator> {
    await this.page.getByTestId('add-block').click()
    return this.page.getByTestId(`add-${type}`)
  }

  /** Types a new text into a field, and waits until the form holds it. */
  async fill(path: string, text: string): Promise<void> {
    await this.input(path).click()
    await this.input(path).fill(text)
    await expect(this.input(path)).toHaveValue(text)
  }

  /**
   * Hovers until the tooltip shows: it stays hidden if the menu around the element was still on its way. That of a neighbour that
   * the mouse was on before may still be shown, with the same words.
   */
  async expectTooltip(element: Locator, text: string): Promise<void> {
    await expect(async () => {
      await this.page.mouse.move(0, 0)
      await element.hover({force: true})
      await expect(this.page.getByText(text).first()).toBeVisible({timeout: 5000})
    }).toPass()
  }

  /** Publishes, and waits until the Studio says that nothing is left to publish. */
  async publish(): Promise<void> {
    await expect(this.publishButton).toBeEnabled()
    await this.publishButton.click()
    await expect(this.publishButton).toBeDisabled()
  }
}
