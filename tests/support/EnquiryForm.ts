import type {Locator, Page} from '@playwright/test'
import type {EnquiryField} from '../../enquiries/fields.ts'

/** Page object of the contact form. */
export class EnquiryForm {
  readonly page: Page
  readonly summary: Locator
  readonly received: Locator
  readonly submit: Locator

  constructor(page: Page) {
    this.page = page
    this.summary = page.locator('#enquiry-summary')
    this.received = page.locator('#received')
    this.submit = page.locator('#enquiry button[type="submit"]')
  }

  field(name: EnquiryField): Locator {
    return this.page.locator(`#enquiry-${name}`)
  }

  problem(name: EnquiryField): Locator {
    return this.page.locator(`#enquiry-${name}-problem`)
  }

  /** Presses Tab until the target has the focus. */
  async tabTo(target: Locator): Promise<void> {
    for (let steps = 0; steps < 80; steps += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await this.page.keyboard.press('Tab')
    }
    throw new Error('The keyboard does not reach it')
  }

  /** Moves the focus to a field by keyboard and types. */
  async type(name: EnquiryField, text: string): Promise<void> {
    await this.tabTo(this.field(name))
    await this.page.keyboard.insertText(text)
  }
}
