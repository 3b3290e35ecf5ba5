import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'
import { PATIENCE } from './visitor.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

test('a request with an open outcome is not closed, and the screen says why', async () => {
  const manager = await stage.signedIn('agency.manager', '/VawaList')
  const { page } = manager
  await page.setViewportSize({ width: 1400, height: 900 })
  const edit = page.getByRole('button', { name: 'Edit' }).first()
  await edit.waitFor({ timeout: PATIENCE })
  // The actions of a row stand within the window.
  expect(await edit.evaluate((button) => button.getBoundingClientRect().right)).toBeLessThan(1400)
  await page.getByRole('combobox', { name: 'Request' }).click()
  await page
    .getByRole('option', { name: /: Reviewed$/ })
    .first()
    .click()
  manager.tolerate(/422/)
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page
    .getByText('The outcome is open: enter it before the request is closed.')
    .waitFor({ timeout: PATIENCE })
})
