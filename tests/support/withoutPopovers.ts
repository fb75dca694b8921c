import type {Page} from '@playwright/test'

/**
 * Makes the page's browser one that does not know popovers: the attributes mean nothing, the selector is unknown, the
 * methods are missing.
 */
export async function withoutPopovers(page: Page): Promise<void> {
  await page.route(/\/h5(\/|$)/, async (route) => {
    const type = route.request().resourceType()
    if (type !== 'document' && type !== 'stylesheet') return route.continue()
    const response = await route.fetch()
    const text = await response.text()
    const body =
      type === 'stylesheet'
        ? text.replaceAll(':popover-open', ':popover-unknown')
        : text.replaceAll(/ popover(target)?(action)?="/gi, ' data-unknown$1$2="')
    return route.fulfill({response, body})
  })
  await page.addInitScript(() => {
    for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover']) {
      Reflect.deleteProperty(HTMLElement.prototype, name)
    }
    const {setAttribute} = Element.prototype
    Element.prototype.setAttribute = function (name, value) {
      setAttribute.call(this, /^popover/i.test(name) ? `data-unknown-${name}` : name, value)
    }
  })
}
