import type { Locator, Page } from 'playwright-core'
import { buildPdfFile, type TestFile } from '#tests/browser/papers.ts'
import type { Visitor } from '#tests/browser/visitor.ts'

/** Begins a new record of a kind from the property's page, with its "New request…" button. */
export async function beginAtProperty(company: Visitor, kind: string): Promise<void> {
  await company.page.getByRole('button', { name: 'New request…' }).click()
  await company.page.getByRole('dialog', { name: 'New request' }).getByRole('link', { name: kind }).click()
  await company.arrives(/^(?!\/EditProject)/)
}

/** Opens a screen from a group of the main menu. */
export async function openFromMenu(visitor: Visitor, group: string, label: string): Promise<void> {
  const menu = visitor.page.getByRole('navigation', { name: 'Main' })
  const opener = menu.getByRole('button', { name: group, exact: true })
  if ((await opener.getAttribute('aria-expanded')) !== 'true') await opener.click()
  await menu.getByRole('link', { name: label, exact: true }).click()
  await visitor.page.getByRole('heading', { level: 1, name: label }).waitFor()
}

/** Fills the text boxes with these labels. */
export async function fillBoxes(
  within: Page | Locator,
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [label, text] of Object.entries(texts))
    await within.getByRole('textbox', { name: label, exact: true }).fill(text)
}

/** Types an amount or a percentage digit by digit, because its digits fill from the right. */
export async function typeDigits(box: Locator, digits: string): Promise<void> {
  await box.click()
  await box.press('ControlOrMeta+a')
  await box.pressSequentially(digits)
}

/** Opens a list and chooses an option by its exact text. */
export async function choose(page: Page, list: Locator, option: string): Promise<void> {
  await list.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Uploads a file in the region of this name and waits until it is listed. */
export async function attachTo(
  page: Page,
  place: string,
  paper: TestFile = buildPdfFile(`${place}.pdf`, place),
): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page
    .getByRole('region', { name: place, exact: true })
    .getByRole('button', { name: /^Choose/ })
    .click()
  await (await choosing).setFiles(paper)
  await page.getByRole('button', { name: `Remove ${paper.name}` }).waitFor()
}

/** Submits the form and returns the record number in the receipt. */
export async function submit(page: Page, button: string): Promise<string> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click()
  const receipt = page.getByRole('region', { name: /received$/ })
  const number = receipt.locator('dl > div', { hasText: 'Number' }).locator('dd').first()
  return (await number.textContent()) ?? ''
}

/** Waits until the header of the open record shows this status. */
export const expectStatus = (page: Page, text: string): Promise<void> =>
  page
    .getByRole('heading', { level: 1 })
    .locator('xpath=..')
    .getByText(text, { exact: true })
    .first()
    .waitFor()

/** Opens the record with this number from a work queue. */
export async function openFromQueue(agency: Visitor, number: string): Promise<void> {
  await agency.page.getByRole('link', { name: number, exact: true }).click()
  await agency.page.getByRole('heading', { level: 1, name: new RegExp(number) }).waitFor()
}

/**
 * Adds a photo to a listing. It is a screenshot, because the browser must be able to decode it in order to
 * reduce its size before the upload.
 */
export async function attachPhoto(page: Page): Promise<void> {
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 } })
  const choosing = page.waitForEvent('filechooser')
  await page
    .getByRole('region', { name: 'Add photos' })
    .getByRole('button', { name: /^Choose/ })
    .click()
  await (await choosing).setFiles({ name: 'front.png', mimeType: 'image/png', buffer })
  await page.getByRole('button', { name: 'Describe' }).waitFor()
}
