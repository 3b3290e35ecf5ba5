import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { rollColumns } from '#features/rents/rentIncrease/model/rentRoll.ts'
import { toCsv } from '#kernel/model/csv.ts'
import type { TestFile } from '#tests/browser/papers.ts'
import { goToAccount } from '#tests/browser/worksheetKeys.ts'

/** Builds a rent roll with one unit, in the columns that the portal expects. */
export const buildRentRoll = (): TestFile => ({
  name: 'roll.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    toCsv(
      rollColumns.map((label, index) => ({ label, value: () => ['1A', '9', '1', '01/02/2020', ''][index] })),
      [{}],
    ),
  ),
})

/** Answers each question of a rent increase's checklist so that it can be approved. */
export async function answerChecklist(page: Page): Promise<void> {
  const questions = page.getByRole('region', { name: 'Checklist' }).getByRole('listitem')
  await questions.first().waitFor()
  for (const question of await questions.all()) {
    const group = question.getByRole('group')
    const isGood = /^(Budget|Annual|Rent roll|In the extended|Requirements)/.test(
      (await group.getAttribute('aria-label')) ?? '',
    )
    const answer = group.getByRole('button', { name: isGood ? 'Yes' : 'No', exact: true })
    await answer.click()
    await expect.poll(() => answer.getAttribute('aria-pressed')).toBe('true')
  }
}

/** Opens a part of a record that is entered in several parts. */
export const openPart = (page: Page, part: string): Promise<void> =>
  page
    .getByRole('navigation', { name: /^Parts of/ })
    .getByRole('button', { name: part, exact: true })
    .click()

/** Types an amount into the line of an account by keyboard. */
export async function typeAccount(page: Page, code: string, amount: string): Promise<void> {
  await goToAccount(page, code)
  await page.keyboard.type(amount)
  await page.keyboard.press('Enter')
}
