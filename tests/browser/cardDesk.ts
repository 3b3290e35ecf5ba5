import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PATIENCE } from './visitor.ts'

/** Waits until all answers on a report card are stored. */
export const waitForCardSaved = (page: Page) =>
  expect.poll(() => page.getByText('Saved', { exact: true }).count(), { timeout: PATIENCE }).toBe(1)

/** Answers every open question with Yes and drops every finding with a reason. */
export async function gradeCard(page: Page): Promise<void> {
  const open = page.getByRole('group').filter({ hasText: 'To answer' })
  await page.getByRole('table', { name: /^Ratios/ }).waitFor()
  for (let remaining = await open.count(); remaining > 0; remaining -= 1) {
    await open.first().getByRole('button', { name: 'Yes' }).click()
    await expect.poll(() => open.count(), { timeout: PATIENCE }).toBe(remaining - 1)
  }
  const dropping = page.getByRole('region', { name: 'Findings' }).getByRole('button', { name: /^Drop / })
  for (let remaining = await dropping.count(); remaining > 0; remaining -= 1) {
    await dropping.first().click()
    await page.getByRole('dialog').getByRole('textbox').fill('Seen and explained by the owner.')
    await page.getByRole('dialog').getByRole('button', { name: 'Drop' }).click()
    await expect.poll(() => dropping.count(), { timeout: PATIENCE }).toBe(remaining - 1)
  }
}
