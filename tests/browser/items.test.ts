import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addDays, formatDate, today } from '#kernel/model/dates.ts'
import { expectAccessible, findOverflowing } from './accessibility.ts'
import { buildPdfFile, buildPhotoFile, type TestFile } from './papers.ts'
import { itemField, readErrorSummary } from './requestForm.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
/** Properties at which company.user may begin a request. */
let propertyIds: number[]

beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<{ id: number }>(`
    select g.property_id as id from permission g join app_user u using (user_id)
    where u.user_name = 'company.user' and g.key = 'Replacement_Reserve' and g.write
      and not exists (select 1 from replacement_reserve_request r where r.property_id = g.property_id and (r.status_id < 5 or r.pre_approved))
      and not exists (select 1 from property_federal_type t join reserve_authority a using (federal_type_id)
        where t.property_id = g.property_id and not a.by_agency)
    order by 1`)
  propertyIds = result.rows.map((row) => row.id)
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const DAY = formatDate(addDays(today(), -30), 'M/D/YYYY')
const ITEMS = 12

/**
 * Rows as in a manager's spreadsheet: with other headings than the form, another word for a category, and one
 * invalid date.
 */
function getRows(vendor: string): string {
  const headings = ['#', 'Type', 'Work done', 'Unit', 'Contractor', 'Invoice #', 'Date', 'Check #', 'Amount']
  const rows = Array.from({ length: ITEMS }, (_, index) => [
    String(index + 1),
    index === 0 ? 'AC' : 'Appliances',
    `Replacement ${index + 1}`,
    `Unit ${index + 1}`,
    vendor,
    `INV-${2000 + index}`,
    index === 4 ? '13/45/2026' : DAY,
    // One check pays the first two items.
    String(7000 + Math.max(1, index)),
    `$${1000 + index}.50`,
  ])
  return [headings, ...rows].map((row) => row.join('\t')).join('\n')
}

/** The documents of all items. The last check was scanned and has a file name without a number. */
const getDocuments = (): TestFile[] => [
  ...Array.from({ length: ITEMS }, (_, index) => [
    buildPdfFile(`INV-${2000 + index} invoice.pdf`, `Invoice ${2000 + index}`),
    buildPhotoFile(`item ${index + 1} photo.jpg`),
    ...(index > 0 && index < ITEMS - 1
      ? [buildPdfFile(`check ${7000 + index}.pdf`, `Check ${7000 + index}`)]
      : []),
  ]).flat(),
  buildPdfFile('scan0031.pdf', 'Check'),
]

/** Pastes a text into the list of items. */
const pasteInto = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Items', exact: true }).evaluate((list, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    list.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

const countItems = async (page: Page) => page.getByRole('button', { name: /^Remove Item \d+$/ }).count()

/**
 * Follows every link of the error summary and expects that the linked field has the focus, is in view and
 * shows the same message.
 */
async function expectFaultsVisible(page: Page): Promise<void> {
  const links = page.getByRole('alert', { name: 'There is a problem' }).getByRole('link')
  for (const link of await links.all()) {
    const text = (await link.textContent()) ?? ''
    const message = text.slice(text.indexOf(' – ') + 3)
    await link.click()
    const fault = await page.evaluate(() => {
      const box = document.activeElement?.getBoundingClientRect()
      const near = document.activeElement?.closest('tr, .mantine-Stack-root, form')
      const below = near?.nextElementSibling?.textContent ?? ''
      return {
        inSight: box !== undefined && box.height > 0 && box.bottom > 0 && box.top < innerHeight,
        words: `${near?.textContent ?? ''} ${below}`,
      }
    })
    expect(fault.inSight, text).toBe(true)
    expect(fault.words, text).toContain(message)
  }
}

const screens = {
  wide: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const

test.each(['wide', 'phone'] as const)(
  'a manager files twelve pasted items with documents dropped at once and sees every error: %s',
  async (screen) => {
    const property = propertyIds[screen === 'wide' ? 0 : 1]!
    const vendor = `Acme ${screen}`
    const visitor = await stage.signedIn('company.user', `/ReplacementReserve/0/${property}`, screens[screen])
    const { page } = visitor
    await page.getByLabel('Description').first().fill('Twelve replacements')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Excel template' }).click()
    const template = await saving
    expect(template.suggestedFilename()).toBe('items.csv')
    const headings = (await text(await template.createReadStream())).replace('\uFEFF', '').trim().split(',')
    expect(headings).toEqual(
      expect.arrayContaining(['Vendor', 'Invoice number', 'Invoice date', 'Claimed amount']),
    )
    if (screen === 'wide') await pasteInto(page, getRows(vendor))
    else {
      await page.getByRole('button', { name: 'Paste rows' }).click()
      await page.getByLabel(/^Copy the rows in Excel/).fill(getRows(vendor))
      await page.getByRole('button', { name: 'Add rows' }).click()
    }
    const notice = page.getByRole('status').filter({ hasText: 'Pasted 12 items' })
    await expect
      .poll(() => notice.textContent())
      .toBe(
        `Pasted 12 items · 1 word matched: “AC” → Heating and cooling · 1 new vendor: ${vendor} · 1 cell to correct, marked red`,
      )
    expect(await countItems(page)).toBe(ITEMS)
    // The whole paste is undone as one step. Its columns can be assigned again.
    if (screen === 'wide') await itemField(page, 'Location', 1).press('Control+z')
    else await page.getByRole('button', { name: 'Undo paste' }).click()
    expect(await countItems(page)).toBe(0)
    await page.getByRole('button', { name: 'Paste rows' }).click()
    await page.getByLabel(/^Copy the rows in Excel/).fill(getRows(vendor))
    await page.getByRole('button', { name: 'Add rows' }).click()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByLabel('Unit', { exact: true }).selectOption('Leave out')
    await expect.poll(() => itemField(page, 'Location', 3).inputValue()).toBe('')
    await page.getByLabel('Unit', { exact: true }).selectOption('Location')
    await expect.poll(() => itemField(page, 'Location', 3).inputValue()).toBe('Unit 3')
    await expect.poll(() => itemField(page, 'Invoice date', 5).inputValue()).toBe('13/45/2026')
    await expect.poll(() => itemField(page, 'Claimed amount', 12).inputValue()).toBe('$1,011.50')
    if (screen === 'wide') await expectAccessible(page, 'pasted')
    expect(await findOverflowing(page)).toEqual([])

    const documents = page.getByRole('region', { name: 'All documents at once' })
    const choosing = page.waitForEvent('filechooser')
    await documents.getByRole('button', { name: 'Choose files' }).first().click()
    await (await choosing).setFiles(getDocuments())
    await documents.getByText('34 documents placed by name, 1 to place by hand.').waitFor()
    await documents.getByText('35 of 36 in place').waitFor()
    const getVendors = async () =>
      (await stage.owner.query('select new_vendor from vendor where name = $1', [vendor])).rows
    expect(await getVendors()).toEqual([])

    await page.getByRole('button', { name: 'Submit request' }).click()
    expect(await readErrorSummary(page)).toEqual([
      expect.stringMatching(/^Item 5: Invoice date – /),
      'Item 12: Documents – Attach the check.',
      expect.stringMatching(/^I certify/),
    ])
    await expectFaultsVisible(page)
    await expectAccessible(page, 'faults')
    expect(await findOverflowing(page)).toEqual([])
    await itemField(page, 'Invoice date', 5).fill(DAY)
    await documents.getByLabel('Item for scan0031.pdf').selectOption('Item 12')
    await documents.getByLabel('Kind of scan0031.pdf').selectOption('Check')
    await documents.getByRole('button', { name: 'Place scan0031.pdf' }).click()
    await documents.getByText('36 of 36 in place').waitFor()
    await page.getByRole('checkbox', { name: /^I certify/ }).check()
    await page.getByRole('button', { name: 'Submit request' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('heading', { name: 'Request received' }).waitFor()
    expect(await getVendors()).toEqual([{ new_vendor: true }])
    const filed = await stage.owner.query(
      `select count(distinct i.*)::integer as items, count(f.*)::integer as documents from replacement_reserve_request r
        join replacement_reserve_request_item i using (replacement_reserve_request_id)
        join file f on f.sub_module_id = i.replacement_reserve_request_item_id and f.module_name = 'Replacement_Reserve'
      where r.property_id = $1 and r.status_id = 2`,
      [property],
    )
    expect(filed.rows).toEqual([{ items: ITEMS, documents: 36 }])
  },
)

test('an item that is removed, saved and restored gets its documents back, and the form still works', async () => {
  const visitor = await stage.signedIn('company.user', `/ReplacementReserve/0/${propertyIds[0]}`)
  const { page } = visitor
  await page.getByLabel('Description *', { exact: true }).fill('Removed and back')
  await pasteInto(page, getRows('Acme back').split('\n').slice(0, 3).join('\n'))
  const documents = page.getByRole('region', { name: 'All documents at once' })
  const choosing = page.waitForEvent('filechooser')
  await documents.getByRole('button', { name: 'Choose files' }).first().click()
  await (await choosing).setFiles([
    buildPdfFile('INV-2000.pdf', 'Invoice'),
    buildPhotoFile('item 1 photo.jpg'),
  ])
  await documents.getByText('2 of 6 in place').waitFor()
  const save = async () => {
    await page.getByRole('button', { name: 'Save progress' }).click()
    await page
      .getByRole('button', { name: 'Save progress' })
      .and(page.locator(':not([data-loading])'))
      .waitFor()
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved / })
      .waitFor()
  }
  const loadPlaces = async () =>
    (
      await stage.owner.query<{ places: string[] }>(
        `select array_agg(coalesce(f.sub_module_name, 'request') order by 1) as places from file f
          join replacement_reserve_request r on r.replacement_reserve_request_id = f.module_id
        where f.module_name = 'Replacement_Reserve' and r.property_id = $1 and r.description = 'Removed and back'`,
        [propertyIds[0]],
      )
    ).rows[0]!.places
  await page.getByRole('button', { name: 'Remove Item 1', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Remove item 1?' })
    .getByRole('button', { name: 'Remove item 1' })
    .click()
  await save()
  await expect.poll(loadPlaces).toEqual(['set aside', 'set aside'])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await save()
  await expect.poll(loadPlaces).toEqual(['item', 'item'])
  await page.getByRole('button', { name: 'Invoice of item 1: attached' }).waitFor()
  // Documents that stay with the request wait to be assigned to an item.
  await page.getByRole('button', { name: 'Remove Item 1', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Remove item 1?' })
  await question.getByLabel('Its documents').selectOption('Keep them with the request')
  await question.getByRole('button', { name: 'Remove item 1' }).click()
  await documents.getByText('2 documents without an item').waitFor()
  await save()
  expect(await loadPlaces()).toEqual(['request', 'request'])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('button', { name: 'Invoice of item 1: attached' }).waitFor()
  expect(await loadPlaces()).toEqual(['item', 'item'])
})

test('a company asks for the exception of an old invoice, and the agency grants it on the draft', async () => {
  const property = propertyIds[1]!
  const { page } = await stage.signedIn('company.user', `/ReplacementReserve/0/${property}`)
  await page.getByLabel('Description *', { exact: true }).fill('An invoice that was in dispute')
  const old = formatDate(addDays(today(), -700), 'M/D/YYYY')
  await pasteInto(page, getRows('Acme old').split('\n').slice(0, 2).join('\n').replace(DAY, old))
  await page.getByText('Save the request to ask for it.').waitFor()
  await page.getByRole('button', { name: 'Save progress' }).click()
  const askLink = page.getByRole('link', { name: 'Ask for an exception' })
  await askLink.waitFor()
  const path = new URL(page.url()).hash.slice(1)
  expect(path).not.toContain('/0/')
  expect(decodeURIComponent((await askLink.getAttribute('href')) ?? '')).toContain(`url=${path}`)

  const { page: desk } = await stage.signedIn('agency.write', path)
  await desk.getByRole('button', { name: 'Grant an exception' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Grant an exception for old invoices' })
  await dialog.getByLabel('Reason').fill('The invoice was in dispute.')
  await dialog.getByRole('button', { name: 'Grant', exact: true }).click()
  await desk.getByText('An exception is granted').first().waitFor()
  const { rows } = await stage.owner.query(
    `select submitted_as_exception as granted, status_id as status from replacement_reserve_request
      where property_id = $1 and description = 'An invoice that was in dispute'`,
    [property],
  )
  expect(rows).toEqual([{ granted: true, status: 1 }])
})
