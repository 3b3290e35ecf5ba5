import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PATIENCE } from './visitor.ts'

/**
 * Moves to an account by keyboard only: types its code into the search above the worksheet and presses Enter.
 */
export async function goToAccount(page: Page, code: string) {
  await page.getByRole('combobox', { name: 'Go to account' }).focus()
  await page.keyboard.type(code)
  // A code and Enter are enough, regardless of how fast they are typed.
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('role')), { timeout: PATIENCE })
    .toBe('gridcell')
}

/** Pastes a text at the focused cell, as from Excel. */
export const pasteAtFocus = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)
