import type {Locator, Page} from '@playwright/test'

/** The links of the header that are there on every page and every screen. */
export const homeLink = (page: Page): Locator => page.getByRole('banner').getByRole('link').first()
export const contactLink = (page: Page): Locator =>
  page.getByRole('banner').locator('a[href*="/contact"]:visible').last()
