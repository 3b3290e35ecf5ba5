import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PATIENCE } from './visitor.ts'

/** Goes to an account by keyboard alone: its code in the search above the worksheet, Enter. */
export async function goTo(page: Page, code: string) {
  await page.getByRole('combobox', { name: 'Go to account' }).focus()
  await page.keyboard.type(code)
  // However fast it is typed: a code and Enter are enough.
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('role')), { timeout: PATIENCE })
    .toBe('gridcell')
}

/** Pastes a text where the focus stands, as from Excel. */
export const pasteHere = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)
