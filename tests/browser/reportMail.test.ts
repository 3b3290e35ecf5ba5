import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { openStage, type Stage } from './stage.ts'
import type { Visitor } from './visitor.ts'

let stage: Stage
let visitor: Visitor
let page: Page

beforeAll(async () => {
  stage = await openStage()
})
beforeEach(async () => {
  visitor = await stage.signedIn('agency.read', '/reporting/VacancyReport')
  page = visitor.page
})
afterEach(async () => {
  await visitor.context.close()
  expect(stage.takeFaults()).toEqual([])
})
afterAll(() => stage.close())

test('RPT: a saved report is mailed to colleagues on chosen days, and the mailing is changed, paused and removed', async () => {
  await page.getByRole('table', { name: 'Vacancy Report' }).waitFor()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByLabel('Name of the view').fill('Every vacancy')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.getByRole('link', { name: 'Mail it… Every vacancy' }).click()

  const dialog = page.getByRole('dialog', { name: 'Mail Every vacancy' })
  const send = dialog.getByRole('button', { name: 'Mail it' })
  await send.waitFor()
  await expect.poll(() => send.isDisabled()).toBe(true)
  await dialog.getByRole('combobox', { name: 'To' }).fill('Agency')
  await page.getByRole('listbox').getByRole('option').first().click()
  // The list closes when the focus moves on.
  await page.keyboard.press('Tab')
  await dialog.getByLabel('How often').selectOption('Monthly')
  await dialog.getByLabel('Day of the month').fill('31')
  await dialog.getByText(/^Next on /).waitFor()
  await expectAccessible(page, 'mailing a report')
  await send.click()

  const row = page.getByRole('table', { name: 'Mailed reports' }).getByRole('row', { name: /Every vacancy/ })
  await row.getByText('On the 31st of every month').waitFor()
  await row.getByRole('button', { name: 'Pause Every vacancy' }).click()
  await row.getByText('Paused').waitFor()
  await row.getByRole('button', { name: 'Resume Every vacancy' }).click()
  await row.getByText(/^\d\d\/\d\d\/\d{4}$/).waitFor()
  await row.getByRole('button', { name: 'Change Every vacancy' }).click()
  await dialog.getByLabel('How often').selectOption('Working days')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row.getByText('Every working day').waitFor()
  await row.getByRole('button', { name: 'Remove Every vacancy' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await row.waitFor({ state: 'detached' })
})
