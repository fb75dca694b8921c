import type {Locator, Page} from '@playwright/test'

/** The links of the header that are there on every page and every screen; before them stands the one to the content. */
export const homeLink = (page: Page): Locator => page.getByRole('banner').locator('a:not([href^="#"])').first()
export const contactLink = (page: Page): Locator =>
  page.getByRole('banner').locator('a[href*="/contact"]:visible').last()
