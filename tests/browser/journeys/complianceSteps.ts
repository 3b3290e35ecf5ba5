import type { Locator, Page } from 'playwright-core'
import { type Paper, pdfPaper } from '#tests/browser/papers.ts'
import type { Visitor } from '#tests/browser/visitor.ts'

/** From the property's page to a new record of a kind, by the button that offers what can be filed there. */
export async function beginAtProperty(company: Visitor, kind: string): Promise<void> {
  await company.page.getByRole('button', { name: 'New request…' }).click()
  await company.page.getByRole('dialog', { name: 'New request' }).getByRole('link', { name: kind }).click()
  await company.arrives(/^(?!\/EditProject)/)
}

/** Opens a destination of the main menu. */
export async function openFromMenu(visitor: Visitor, group: string, label: string): Promise<void> {
  const menu = visitor.page.getByRole('navigation', { name: 'Main' })
  const opener = menu.getByRole('button', { name: group, exact: true })
  if ((await opener.getAttribute('aria-expanded')) !== 'true') await opener.click()
  await menu.getByRole('link', { name: label, exact: true }).click()
  await visitor.page.getByRole('heading', { level: 1, name: label }).waitFor()
}

/** Types texts into the boxes of these labels, key by key where an amount fills from the right. */
export async function fillBoxes(
  within: Page | Locator,
  texts: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [label, text] of Object.entries(texts))
    await within.getByRole('textbox', { name: label, exact: true }).fill(text)
}

/** Types an amount or a percent, whose digits fill from the right. */
export async function typeDigits(box: Locator, digits: string): Promise<void> {
  await box.click()
  await box.press('ControlOrMeta+a')
  await box.pressSequentially(digits)
}

/** Opens a list and chooses from it by its words. */
export async function choose(page: Page, list: Locator, option: string): Promise<void> {
  await list.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Chooses a file for the place of that name, and waits until it is listed. */
export async function attachTo(
  page: Page,
  place: string,
  paper: Paper = pdfPaper(`${place}.pdf`, place),
): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page
    .getByRole('region', { name: place, exact: true })
    .getByRole('button', { name: /^Choose/ })
    .click()
  await (await choosing).setFiles(paper)
  await page.getByRole('button', { name: `Remove ${paper.name}` }).waitFor()
}

/** Submits what is on the form, and answers the number that the receipt names. */
export async function submit(page: Page, button: string): Promise<string> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click()
  const receipt = page.getByRole('region', { name: /received$/ })
  const number = receipt.locator('dl > div', { hasText: 'Number' }).locator('dd').first()
  return (await number.textContent()) ?? ''
}

/** Waits until the state of the open record reads so. */
export const statusReads = (page: Page, text: string): Promise<void> =>
  page
    .getByRole('heading', { level: 1 })
    .locator('xpath=..')
    .getByText(text, { exact: true })
    .first()
    .waitFor()

/** From a work list to the record of that number. */
export async function openFromQueue(agency: Visitor, number: string): Promise<void> {
  await agency.page.getByRole('link', { name: number, exact: true }).click()
  await agency.page.getByRole('heading', { level: 1, name: new RegExp(number) }).waitFor()
}

/**
 * Adds a photo to the photos of a listing: what the browser itself draws, for it is made smaller before it is
 * sent.
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
