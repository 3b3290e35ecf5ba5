import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { rollColumns } from '#features/rents/rentIncrease/model/rentRoll.ts'
import { toCsv } from '#kernel/model/csv.ts'
import { addMonths, today } from '#kernel/model/dates.ts'
import { expectAccessible, findOverflowing } from './accessibility.ts'
import { buildPdfFile } from './papers.ts'
import { readErrorSummary, readFact, takeStep } from './requestForm.ts'
import { openStage, type Stage } from './stage.ts'
import { PATIENCE } from './visitor.ts'

let stage: Stage
let property: { id: number; name: string }
let path: string

/**
 * Prepares a property of company.admin at which a rent increase is allowed today: its fiscal year ends in two
 * months, and its rents are older than a year.
 */
beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<{ id: number; name: string }>(`
    select p.property_id as id, p.name from app_user u join property p using (management_company_id)
    where u.user_name = 'company.admin' and p.status_id = 0
      and not exists (select 1 from rent_increase_request_header r where r.property_id = p.property_id)
      and (select count(*) from rent_in_force(current_date) e where e.property_id = p.property_id and e.rent_type_id = 5) >= 2
    order by (select count(*) from rent_in_force(current_date) e where e.property_id = p.property_id), 1 limit 1`)
  property = result.rows[0]!
  const month = Number(addMonths(`${today().slice(0, 7)}-01`, 2).slice(5, 7))
  await stage.owner.query('update property set fiscal_year_end_month = $2 where property_id = $1', [
    property.id,
    month,
  ])
  await stage.owner.query(
    "update property_rent set effective_date = effective_date - interval '2 years' where property_id = $1",
    [property.id],
  )
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

/** Pastes three comparable rents from a spreadsheet, checks their summary and saves them. */
async function enterComparables(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Enter comparable rents' }).click()
  const dialog = page.getByRole('dialog', { name: 'Comparable rents' })
  const rows = [
    ['Property', 'BR', 'Rent', 'Sq ft', 'Source', 'Date', 'Year built'],
    ...[700, 740, 790].map((rent, n) => [`Court ${n}`, '2', `$${rent}`, '900', 'Call', '01/02/2026', '1999']),
  ]
  await dialog.getByRole('region', { name: 'Comparable rents', exact: true }).evaluate(
    (list, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      list.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    rows.map((row) => row.join('\t')).join('\n'),
  )
  await dialog.getByText('2 bedrooms (3): $700.00 to $790.00, average $743.33, median $740.00').waitFor()
  await dialog.getByRole('button', { name: 'Save comparable rents' }).click()
  await page.getByRole('table', { name: 'Comparable rents' }).waitFor()
}

/**
 * Checks that arrows and Enter move between rows, `=` copies the current rent, and typing replaces the value
 * at once.
 */
async function expectSheetKeys(page: Page): Promise<void> {
  const rentBoxes = page.getByRole('textbox', { name: /^Asked, / })
  const [first, second] = [rentBoxes.nth(0), rentBoxes.nth(1)]
  const input = await first.inputValue()
  await first.focus()
  await page.keyboard.press('=')
  expect(await first.inputValue()).not.toBe(input)
  await page.keyboard.press('Enter')
  await expect.poll(() => second.evaluate((cell) => cell === document.activeElement)).toBe(true)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.type(input)
  await expect.poll(() => first.inputValue()).toBe(input)
}

/**
 * Measures the layout in CSS pixels: the top of the first row and the greatest heights of rows and checklist
 * lines.
 */
const measureLayout = (page: Page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('#rents tbody tr')].map((row) => row.getBoundingClientRect())
    const lines = [...document.querySelectorAll('#checklist li')].map(
      (line) => line.getBoundingClientRect().height,
    )
    return {
      begins: rows[0]?.top ?? 0,
      row: Math.max(...rows.map(({ height }) => height)),
      line: Math.max(...lines),
    }
  })

describe('a rent increase from the worksheet to Schedule II', () => {
  test('a link from a budget fills in percentage, type and first day, and the form is saved only after typing', async () => {
    const from = `${Number(today().slice(0, 4)) + 1}-10-01`
    const company = await stage.signedIn('company.admin', '/')
    const { page } = company
    await company.takeClock()
    const path = `/rentIncrease/RentIncrease/${property.id}/0`
    await company.visit(`${path}?type=2&raise=3.25&from=${from}`)
    await page.getByText('Begun from a budget').waitFor()
    expect([
      await page.getByLabel('Raise all by (percent)').inputValue(),
      await page.getByRole('combobox', { name: /^Type/ }).inputValue(),
      await page.getByLabel('New rents from').inputValue(),
    ]).toEqual(['3.25', 'Budget', from.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1')])
    const drafts = () =>
      stage.owner.query<{ type: number; from: string }>(
        `select rent_increase_type_id as type, rent_effective_date::text as from from rent_increase_request_header where property_id = $1`,
        [property.id],
      )
    await page.clock.fastForward(90_000)
    await company.answered()
    expect((await drafts()).rows).toEqual([])
    await page
      .getByLabel(/^Comments/)
      .first()
      .fill('As budgeted.')
    await page.clock.fastForward(21_000)
    await expect.poll(async () => (await drafts()).rows, { timeout: PATIENCE }).toEqual([{ type: 2, from }])
    await company.context.close()
    await stage.owner.query('delete from rent_increase_request_header where property_id = $1', [property.id])
  })

  test('the company raises all rents, confirms the rounded ones, corrects each fault and submits', async () => {
    const company = await stage.signedIn('company.admin', `/rentIncrease/RentIncreaseList/${property.id}`)
    const { page } = company
    await page.getByRole('table', { name: 'Rents and limits', exact: true }).waitFor()
    await page.getByRole('link', { name: 'New rent increase' }).click()
    await company.arrives(`/rentIncrease/RentIncrease/${property.id}/0`)
    await page.getByLabel('Raise all by (percent)').fill('2.2')
    await page.getByRole('button', { name: 'Type into all rows' }).click()
    const results = page.getByRole('region', { name: 'Rents', exact: true })
    await results
      .getByRole('button', { name: /^Confirm/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Submit request' }).click()
    const faults = await readErrorSummary(page)
    expect(faults.filter((fault) => fault.includes('confirm the new rent'))).not.toHaveLength(0)
    expect(faults.filter((fault) => fault.includes('attach it'))).toHaveLength(1)
    await page.getByRole('button', { name: 'Enter it: Tenant notice' }).click()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain('Exhibit A-21')
    while ((await results.getByRole('button', { name: /^Confirm/ }).count()) > 0)
      await results
        .getByRole('button', { name: /^Confirm/ })
        .first()
        .click()
    await expectSheetKeys(page)
    await page.getByLabel(/^All tenants were given/).check()
    await page.getByLabel('Notice given on').fill(today().replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1'))
    await page.getByLabel(/^I certify/).check()
    const roll = Buffer.from(
      toCsv(
        rollColumns.map((label, index) => ({
          label,
          value: () => ['1A', '9', '1', '01/02/2020', ''][index],
        })),
        [{}],
      ),
    )
    const drop = async (kind: string, file: { name: string; mimeType: string; buffer: Buffer }) => {
      const choosing = page.waitForEvent('filechooser')
      await page
        .getByRole('region', { name: kind, exact: true })
        .getByRole('button', { name: /^Choose/ })
        .click()
      await (await choosing).setFiles(file)
      await page.getByRole('button', { name: `Remove ${file.name}` }).waitFor()
    }
    await drop('Current rent roll', { name: 'roll.csv', mimeType: 'text/csv', buffer: roll })
    await page.getByText(/1 unit checked, \d+ faults/).waitFor()
    await drop('Tenant notice, Exhibit A-21', buildPdfFile('notice.pdf', 'Notice'))
    const notice = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the notice to sign' }).click()
    expect((await notice).suggestedFilename()).toBe(`Notice to tenants ${property.name}.pdf`)
    await enterComparables(page)
    await page.getByRole('button', { name: 'Submit request' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('heading', { name: /received$/ }).waitFor()
    path = company.path()
  })

  test('an analyst reviews the increase on one screen, and each answer is saved at once', async () => {
    const analyst = await stage.signedIn('agency.write', path)
    const { page } = analyst
    await page.setViewportSize({ width: 1440, height: 900 })
    await takeStep(page, 'Start review')
    const list = page.getByRole('region', { name: 'Checklist' })
    await list.getByText(/Check of the rent roll: 1 unit checked/).waitFor()
    await page.getByRole('table', { name: 'Comparable rents' }).waitFor()
    await expectAccessible(page, 'the review beside comparable rents')
    const { row, line } = await measureLayout(page)
    expect(row).toBeLessThanOrEqual(27)
    expect(line).toBeLessThanOrEqual(27)
    // y and n answer the question that has the focus, and the arrow keys move to the next one.
    await list.getByRole('button', { name: 'Yes' }).first().focus()
    const questions = await list.getByRole('listitem').count()
    for (let question = 0; question < questions; question += 1) {
      const group = list.getByRole('listitem').nth(question).getByRole('group')
      const label = (await group.getAttribute('aria-label')) ?? ''
      const good = /^(Budget|Annual|Rent roll|In the extended|Requirements)/.test(label)
      const answer = group.getByRole('button', { name: good ? 'Yes' : 'No' })
      if ((await answer.getAttribute('aria-pressed')) !== 'true') await page.keyboard.press(good ? 'y' : 'n')
      await expect.poll(() => answer.getAttribute('aria-pressed'), { message: label }).toBe('true')
      await page.keyboard.press('ArrowDown')
    }
    await page.getByLabel('Comments of the review').fill('Looked up by hand.')
    const countSaved = async () =>
      (
        await stage.owner.query(
          "select 1 from rent_increase_request_header where property_id = $1 and comments = 'Looked up by hand.' and sec42_requirements",
          [property.id],
        )
      ).rowCount
    await expect.poll(countSaved, { timeout: PATIENCE }).toBe(1)
    await takeStep(page, 'Mark as reviewed')
  })

  test('the old addresses of a review lead to parts of its screen, and a manager approves', async () => {
    const manager = await stage.signedIn('agency.manager', path)
    for (const [address, part] of [
      ['ReviewTaxCredit', 'Rents'],
      // If no costs were entered, there is no cash flow to show.
      ['ReviewCashFlow', 'Checklist'],
    ]) {
      await manager.answered()
      await manager.go(`/rentIncrease/${address}/${path.split('/').at(-1)}`, new RegExp(address ?? ''))
      await manager.page.getByRole('region', { name: part ?? '', exact: true }).waitFor()
    }
    await manager.go(path, new RegExp(path))
    await takeStep(manager.page, 'Approve', 'As submitted.')
    await manager.page.getByRole('region', { name: 'Letters' }).waitFor()
  })

  test('the company reads Schedule II and uploads the signed copy', async () => {
    const { page } = await stage.signedIn('company.admin', path)
    await page.getByRole('region', { name: 'Letters' }).getByRole('button').first().click()
    const letter = page.getByRole('dialog')
    await letter.getByText('Schedule II: approved rents').first().waitFor()
    await letter.getByText('LIHTC 60%').first().waitFor()
    await page.keyboard.press('Escape')
    const choosing = page.waitForEvent('filechooser')
    await page
      .getByRole('region', { name: 'Signed Schedule II' })
      .getByRole('button', { name: /^Choose/ })
      .click()
    await (await choosing).setFiles(buildPdfFile('signed.pdf', 'Signed'))
    const signed = async () =>
      (
        await stage.owner.query(
          'select 1 from rent_increase_request_header where property_id = $1 and signed_filed is not null',
          [property.id],
        )
      ).rowCount
    await expect.poll(signed, { timeout: PATIENCE }).toBe(1)
    expect(await readFact(page, 'Type')).toMatch(/Auto|Elderly/)
  })
})

test('average income test: the company sees headroom and faults while typing, and the agency sees the history of changes', async () => {
  const result = await stage.owner.query<{ id: number }>(
    `select distinct t.property_id as id from average_income_test t join property p using (property_id) join app_user u using (management_company_id)
      where u.user_name = 'company.admin' and t.over_income_since is not null`,
  )
  const incomePath = `/EditProject/${result.rows[0]!.id}?tab=Average%20income`
  const { page } = await stage.signedIn('company.admin', incomePath)
  const region = page.getByRole('region', { name: 'Average income test' })
  await region.getByText('Met', { exact: true }).waitFor()
  expect(await readFact(page, 'Headroom')).toBe('0 points: 0 units may go up by 10')
  expect(await readFact(page, 'Over income')).not.toBe('–')
  const percent = page.getByLabel('Designated, %, Unit 1', { exact: true })
  await percent.fill('70')
  await region.getByText('Not met').waitFor()
  expect(await readFact(page, 'Headroom')).toBe('10 points too many')
  await page.getByRole('button', { name: 'Save designations' }).click()
  expect(await readErrorSummary(page)).toEqual([expect.stringContaining('is redesignated from 60%')])
  await page.getByRole('alert', { name: 'There is a problem' }).getByRole('link').click()
  await page.getByLabel(/^Why redesignated/).fill('Swapped with a unit of the same size.')
  await page.getByLabel('Designated, %, Unit 2', { exact: true }).fill('50')
  await region.getByText('Met', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'More, Unit 2', exact: true }).click()
  await page
    .getByLabel(/^Why redesignated/)
    .last()
    .fill('Swapped with a unit of the same size.')
  await page.getByRole('button', { name: 'Save designations' }).click()
  await page.getByText('The designations are saved.').waitFor()
  const agency = await stage.signedIn('agency.write', incomePath)
  await agency.page.getByRole('table', { name: 'Results of the test' }).getByText('Met').first().waitFor()
  await agency.page.getByRole('button', { name: 'Show history of the designations' }).click()
  const history = agency.page.getByRole('table', { name: 'History of the designations' })
  await history.getByText('Swapped with a unit of the same size.').first().waitFor()
  await expectAccessible(agency.page, 'the average income test')
  await agency.page.setViewportSize({ width: 390, height: 800 })
  expect(await findOverflowing(agency.page)).toEqual([])
})
