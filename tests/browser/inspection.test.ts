import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const DESK = { viewport: { width: 1440, height: 900 } }

/** Finds the reported inspection with most answers to verify. */
async function findAnsweredInspection(): Promise<number> {
  const result = await stage.owner.query<{ id: number }>(
    `select compliance_inspection_id as id from compliance_inspection i join inspection_finding f using (compliance_inspection_id)
     where i.status_id = 5 and i.reported_on is not null group by 1
     having count(*) filter (where f.status_id = 1) > 0 order by count(*) filter (where f.status_id = 2) desc, 1 limit 1`,
  )
  return result.rows[0]!.id
}

const loadStates = async (id: number) => {
  const result = await stage.owner.query<{ number: number; statusId: number; reminded: boolean }>(
    `select number, status_id as "statusId", reminded_on is not null as reminded from inspection_finding
     where compliance_inspection_id = $1 order by number`,
    [id],
  )
  return new Map(result.rows.map((row) => [row.number, row]))
}

test('an inspector walks through findings by keyboard, reminds, extends, verifies and reads the list of keys', async () => {
  const id = await findAnsweredInspection()
  const { page, context } = await stage.signedIn('agency.write', `/inspection/view/edit/${id}`, DESK)
  const readSelected = () =>
    page.getByRole('table', { name: 'Findings' }).locator('tr[data-chosen] td').first().textContent()
  await page.getByRole('table', { name: 'Findings' }).waitFor()
  const first = Number(await readSelected())
  // The photos of the chosen finding are next to the list and not below it.
  const list = (await page.getByRole('table', { name: 'Findings' }).boundingBox())!
  const pane = page.getByRole('region', { name: `Finding ${first}`, exact: true })
  expect((await pane.boundingBox())!.x).toBeGreaterThanOrEqual(list.x + list.width)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog').getByRole('region', { name: 'Findings' })
  for (const text of [
    'Remind the owner',
    'Extend',
    'Verify and close',
    'Next finding',
    'To the chosen finding',
  ])
    await keys.getByText(text, { exact: true }).first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.keyboard.press('ArrowDown')
  await expect.poll(readSelected).not.toBe(String(first))
  await page.keyboard.press('ArrowUp')
  await expect.poll(readSelected).toBe(String(first))
  await page.keyboard.press('v')
  await expect.poll(async () => (await loadStates(id)).get(first)?.statusId).toBe(3)
  // The next finding with an answer is chosen.
  await expect.poll(readSelected).not.toBe(String(first))

  const waiting = page.getByRole('table', { name: 'Findings' }).getByText('No answer yet.').first()
  while ((await page.locator('tr[data-chosen]').getByText('No answer yet.').count()) === 0)
    await page.keyboard.press('j')
  const open = Number(await readSelected())
  await page.keyboard.press('e')
  await page.getByRole('dialog', { name: `Finding ${open}: a later cure day` }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('v')
  await page.getByText('The owner has not answered it.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('r')
  await expect.poll(async () => (await loadStates(id)).get(open)?.reminded).toBe(true)
  expect((await loadStates(id)).get(open)?.statusId).toBe(1)
  await waiting.waitFor()
  await page
    .getByText(/Reminded \d\d/)
    .first()
    .waitFor()
  await context.close()
})

test('the title of a visit is not cut if there is room', async () => {
  const result = await stage.owner.query<{ id: number }>(
    `select compliance_inspection_id as id from compliance_inspection join property p using (property_id)
     where compliance_inspection.status_id = 2 order by length(p.name) desc limit 1`,
  )
  const { page, context } = await stage.signedIn(
    'agency.write',
    `/inspection/visit/${result.rows[0]!.id}`,
    DESK,
  )
  const title = page.locator('main h1')
  await title.waitFor()
  expect(await title.evaluate((item) => item.scrollWidth - item.clientWidth)).toBeLessThanOrEqual(0)
  await context.close()
})

const loadPlannedMonth = async (propertyId: number) => {
  const result = await stage.owner.query<{ month: string }>(
    `select planned_month::text as month from compliance_inspection where property_id = $1 and status_id < 3 and planned_month is not null`,
    [propertyId],
  )
  return result.rows[0]?.month ?? null
}

test('a visit is moved between months by dragging and by keyboard, and a proposed plan is changed, made and reverted', async () => {
  const year = new Date().getFullYear() + 1
  const { page, context } = await stage.signedIn('agency.write', `/inspection/multiNav?year=${year}`, DESK)
  await page.getByRole('table', { name: `Planning board ${year}` }).waitFor()
  const chip = page.locator('[data-visit][data-begins]').first()
  const propertyId = Number(await chip.getAttribute('data-visit'))
  const getCell = (month: string) =>
    page.locator(`[data-month="${year}-${month}-01"][data-property="${propertyId}"]`)
  const from = (await chip.locator('..').getAttribute('data-month'))?.slice(5, 7)
  const to = from === '03' ? '05' : '03'
  await chip.dragTo(getCell(to))
  await expect.poll(() => loadPlannedMonth(propertyId)).toBe(`${year}-${to}-01`)
  await page.locator(`[data-visit="${propertyId}"]:not([data-begins])`).waitFor()
  await page
    .locator('tr', { has: page.locator(`[data-visit="${propertyId}"]`) })
    .getByRole('link')
    .first()
    .focus()
  await page.keyboard.press('ArrowRight')
  const next = String(Number(to) + 1).padStart(2, '0')
  await expect.poll(() => loadPlannedMonth(propertyId)).toBe(`${year}-${next}-01`)

  await page.getByRole('button', { name: 'Propose a plan…' }).click()
  const dialog = page.getByRole('dialog', { name: `Proposed plan ${year}` })
  const boxes = dialog.getByRole('checkbox')
  await boxes.first().waitFor()
  const visitLabel = (await boxes.first().getAttribute('aria-label'))!.replace('Plan ', '')
  await boxes.first().uncheck()
  const button = dialog.getByRole('button', { name: /^Plan \d+ visits?$/ })
  const count = Number(/\d+/.exec((await button.textContent())!)![0])
  const countPlanned = async () =>
    Number(
      (
        await stage.owner.query(
          'select count(*) from compliance_inspection where extract(year from planned_month) = $1 and status_id < 3',
          [year],
        )
      ).rows[0].count,
    )
  const before = await countPlanned()
  await button.click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(countPlanned).toBe(before + count)
  const result = await stage.owner.query(
    `select 1 from compliance_inspection join property p using (property_id) where p.name = $1 and extract(year from planned_month) = $2 and compliance_inspection.status_id < 3`,
    [visitLabel, year],
  )
  expect(result.rowCount).toBe(0)
  await page.keyboard.press('Control+z')
  await page.getByText(`Taken back: ${count} visit`).waitFor()
  expect(await countPlanned()).toBe(before)
  await context.close()
})
