import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, findOverflowing } from './accessibility.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('RPT: a report prepared in the background can be downloaded from its screen, its message and the list of exports', async () => {
  const visitor = await stage.signedIn('agency.read', '/reporting/VacancyReport')
  const { page } = visitor
  await page.getByRole('table', { name: 'Vacancy Report' }).waitFor()
  const count = page.getByRole('status').filter({ hasText: /[\d,]+ rows of/ })
  const rows = Number(/([\d,]+) rows/.exec((await count.textContent()) ?? '')?.[1]?.replace(',', ''))

  await page.getByRole('button', { name: 'Prepare in the background' }).click()
  const panel = page.getByRole('region', { name: 'In the background' })
  await panel.getByRole('button', { name: 'CSV' }).waitFor()
  await expectAccessible(page, 'a file in the background is offered')
  await panel.getByRole('button', { name: 'CSV' }).click()
  await page.keyboard.press('Escape')
  const save = page.getByRole('button', { name: 'Download Vacancy Report, CSV' })
  await save.waitFor()
  const [file] = await Promise.all([page.waitForEvent('download'), save.click()])
  expect(file.suggestedFilename()).toMatch(/^Vacancy Report [\d-]+\.csv$/)
  expect((await text(await file.createReadStream())).trim().split('\r\n')).toHaveLength(rows + 1)

  await page.getByRole('link', { name: 'Messages, 1 unread message' }).click()
  await page.getByRole('button', { name: /Vacancy Report: the CSV file you asked for is ready/ }).click()
  const message = page.getByRole('dialog')
  await message.getByText('The portal').waitFor()
  expect(await message.getByRole('button', { name: 'Answer' }).count()).toBe(0)
  await message.getByRole('link', { name: 'Open what it is about' }).click()
  const row = page.getByRole('table', { name: 'My exports' }).getByRole('row', { name: /Vacancy Report/ })
  await row.getByText('Ready').waitFor()
  await expectAccessible(page, 'my exports')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Download Vacancy Report, CSV' }).waitFor()
  expect(await findOverflowing(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete Vacancy Report, CSV' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No file is being prepared').waitFor()
  expect(stage.takeFaults()).toEqual([])
  await visitor.context.close()
})

test('RPT: an export that is running can be canceled in the list', async () => {
  const visitor = await stage.signedIn('agency.write', '/reporting/VacancyReport')
  const { page } = visitor
  await page.getByRole('table', { name: 'Vacancy Report' }).waitFor()
  await stage.owner.query(
    `insert into export_job (user_id, title, call_path, asked, format, lease, lease_until, state, rows_done, rows_expected, attempts)
      select user_id, 'Long one', '/api/reporting/Vacancy', '{}', 'Excel', gen_random_uuid(), now() + interval '1 hour', 'Running', 500, 2000, 1
      from app_user where user_name = 'agency.write'`,
  )
  await visitor.visit('/Exports')
  const row = page.getByRole('row', { name: /Long one/ })
  await row.getByText('500 of 2,000 rows').waitFor()
  await expect.poll(() => row.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
  await expectAccessible(page, 'a file under way')
  await row.getByRole('button', { name: 'Cancel Long one, Excel' }).click()
  await row.getByText('Canceled').waitFor()
  await row.getByRole('button', { name: 'Remove Long one, Excel' }).click()
  await page.getByText('No file is being prepared').waitFor()
  expect(stage.takeFaults()).toEqual([])
  await visitor.context.close()
})
