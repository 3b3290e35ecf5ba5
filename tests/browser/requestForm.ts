import type pg from 'pg'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { moveToBusinessDay } from '#core/platform/holidays/model/index.ts'
import { addDays, today } from '#kernel/model/dates.ts'
import type { TestFile } from './papers.ts'
import { PATIENCE } from './visitor.ts'

/**
 * The input for one item of a replacement reserve request. Dates are MM/DD/YYYY, and `cents` are the digits
 * of the amount.
 */
export type ItemEntry = {
  category: string
  work: string
  location: string
  vendor: string
  invoice: string
  date: string
  check: string
  cents: string
}

/** The box of an item's field. Items are counted from 1. */
export const itemField = (page: Page, label: string, item: number): Locator =>
  page.getByLabel(`${label}, Item ${item}`, { exact: true })

/** Types into the boxes of an item that is on the form. */
export async function fillItem(page: Page, item: number, entry: Partial<ItemEntry>): Promise<void> {
  const texts: [string, string | undefined][] = [
    ['Category', entry.category],
    ['Description of work', entry.work],
    ['Location', entry.location],
    ['Vendor', entry.vendor],
    ['Invoice number', entry.invoice],
    ['Invoice date', entry.date],
    ['Check number', entry.check],
  ]
  for (const [label, text] of texts) if (text !== undefined) await itemField(page, label, item).fill(text)
  if (entry.cents !== undefined) {
    await itemField(page, 'Claimed amount', item).click()
    await page.keyboard.type(entry.cents)
  }
}

/** Opens the details of an item, where its documents are uploaded. */
export const openDetails = (page: Page, item: number): Promise<void> =>
  page.getByRole('button', { name: `Details, Item ${item}` }).click()

/** The upload region for one kind of document of an item. */
const place = (page: Page, kind: string, item: number): Locator =>
  page.getByRole('region', { name: `${kind}, item ${item}` })

/** Uploads a document by the file chooser or by dropping it, and waits until it is listed. */
export async function attach(
  page: Page,
  kind: string,
  item: number,
  paper: TestFile,
  method: 'choosing' | 'dropping',
) {
  const zone = place(page, kind, item)
  if (method === 'choosing') {
    const choosing = page.waitForEvent('filechooser')
    await zone.getByRole('button', { name: /^Choose/ }).click()
    await (await choosing).setFiles(paper)
  } else {
    const transfer = await page.evaluateHandle(
      ({ name, type, bytes }) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([Uint8Array.from(bytes)], name, { type }))
        return dataTransfer
      },
      { name: paper.name, type: paper.mimeType, bytes: [...paper.buffer] },
    )
    await zone.dispatchEvent('drop', { dataTransfer: transfer })
  }
  await page.getByRole('button', { name: `Remove ${paper.name}` }).waitFor()
}

/** The entries of the form's error summary. */
export const readErrorSummary = (page: Page): Promise<string[]> =>
  page.getByRole('alert', { name: 'There is a problem' }).getByRole('listitem').allTextContents()

/** The value next to a label in the facts of a record. */
export const readFact = (page: Page, label: string): Promise<string | null> =>
  page
    .locator('dl > div', { has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('dd')
    .first()
    .textContent()

/** Waits until a fact has this value. */
export const expectFact = (page: Page, label: string, text: string | RegExp): Promise<void> =>
  typeof text === 'string'
    ? expect.poll(() => readFact(page, label), { timeout: PATIENCE }).toBe(text)
    : expect.poll(() => readFact(page, label), { timeout: PATIENCE }).toMatch(text)

/**
 * Waits until a remark about a record is shown in its header: short on its chip and in full in the panel that
 * the chip opens.
 */
export async function expectRemark(page: Page, label: string, text: string): Promise<void> {
  const chip = page.getByRole('button', { name: `${label} ${text}`, exact: true })
  await chip.waitFor()
  if ((await chip.getAttribute('aria-expanded')) === 'false') await chip.click()
  const panel = page.locator(`[id="${await chip.getAttribute('aria-controls')}"]`)
  await panel.getByText(text, { exact: true }).waitFor()
}

/**
 * Takes a step of the workflow with its button and dialog, enters the reason if there is one, confirms open
 * findings, and stays on the record.
 */
export async function takeStep(page: Page, label: string, reason?: string): Promise<void> {
  await page
    .getByRole('region', { name: 'What can be done next' })
    .getByRole('button', { name: label })
    .click()
  const dialog = page.getByRole('dialog', { name: label })
  if (reason !== undefined) await dialog.getByRole('textbox').fill(reason)
  const button = dialog.getByRole('button', { name: label, disabled: false })
  await button.waitFor()
  for (const box of await dialog.getByRole('checkbox', { name: /anyway$/ }).all()) await box.check()
  for (const box of await dialog.getByRole('checkbox', { name: /^Then open/ }).all()) await box.uncheck()
  await button.click()
  await dialog.waitFor({ state: 'hidden' })
}

/**
 * The day by which a decision is promised if the promise is this many days from today. It is moved to a
 * working day of the agency.
 */
export async function loadPromisedDay(owner: pg.Client, days: number): Promise<string> {
  const holidays = await owner.query<{ day: string }>('select holiday_date::text as day from holiday')
  return moveToBusinessDay(addDays(today(), days), new Set(holidays.rows.map(({ day }) => day)))
}
