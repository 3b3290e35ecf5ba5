import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, findOverflowing } from './accessibility.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test("a company's start page shows figures that equal their linked reports, and on a phone the work list comes first", async () => {
  const visitor = await stage.signedIn('company.admin', '/')
  const { page } = visitor
  const glance = page.getByRole('region', { name: 'Your properties at a glance' })
  const titles = [
    'Occupancy',
    'Debt coverage',
    'Statements overdue',
    'Reserve below $1,000 a unit',
    'Findings open',
    '8823 to be filed',
  ]
  for (const title of titles) await glance.getByRole('link', { name: title, exact: true }).waitFor()
  await expect.poll(() => glance.getByText('…', { exact: true }).count()).toBe(0)
  await expectAccessible(page, 'the start of a company')
  const findings = glance.getByRole('listitem').filter({ hasText: 'Findings open' })
  const figure = await findings.locator('strong').textContent()
  await findings.getByRole('link').click()
  const table = page.getByRole('table', { name: 'Compliance Summary' })
  await table.waitFor()
  await expect
    .poll(async () => (await table.locator('tfoot').textContent()) ?? '')
    .toContain(figure ?? 'none')
  await page.setViewportSize({ width: 390, height: 844 })
  await visitor.visit('/')
  await glance.getByRole('link', { name: 'Occupancy', exact: true }).waitFor()
  const readTop = async (text: string) =>
    (await page.getByText(text, { exact: true }).first().boundingBox())?.y ?? 0
  expect(await readTop('Waiting for you')).toBeLessThan((await glance.boundingBox())?.y ?? 0)
  expect(await findOverflowing(page)).toEqual([])
  expect(stage.takeFaults()).toEqual([])
  await visitor.context.close()
})
