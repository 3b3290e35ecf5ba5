import type pg from 'pg'
import type { Locator, Page } from 'playwright-core'
import { PATIENCE } from './visitor.ts'

/** Turns an approved statement of the demonstration into a draft without certifications and review. */
export async function resetToDraft(owner: pg.Client, afsId: number): Promise<void> {
  await owner.query(
    `update annual_statement set status_id = 1, submitted = null, submitted_by_id = null, reviewer_id = null, reviewed_by_id = null, reviewed = null,
      review_started = null, decided = null, decided_by_id = null, owner_certification_id = null, agent_certification_id = null where afs_id = $1`,
    [afsId],
  )
}

/** The button of a part of the statement. */
export const getPart = (page: Page, name: RegExp): Locator =>
  page.getByRole('navigation', { name: 'Parts of the statement' }).getByRole('button', { name })
/** The bar below a statement that shows whether it balances. */
export const getBalanceBar = (page: Page): Locator =>
  page.getByRole('region', { name: 'Balance of the statement' })
export const getTieOuts = (page: Page): Locator => page.getByRole('region', { name: 'Tie-outs' })
export const getField = (page: Page, label: string): Locator => page.getByLabel(label, { exact: true })

/** Uploads a file with the file chooser that this button opens. */
async function choose(page: Page, button: Locator, name: string, buffer: Buffer, mimeType: string) {
  const choosing = page.waitForEvent('filechooser')
  await button.click()
  await (await choosing).setFiles({ name, mimeType, buffer })
}

/** Imports a file without faults and waits until its rows are in the worksheet. */
export async function importFile(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  const button = page.getByRole('button', { name: 'Import file…' })
  await choose(page, button, name, Buffer.from(bytes), 'application/octet-stream')
  const dialog = page.getByRole('dialog')
  await dialog.getByText(', 0 with faults, 0 left out.', { exact: false }).waitFor()
  await dialog.getByRole('button', { name: /^Import [\d,]+ rows?$/ }).click()
  await page.getByText(new RegExp(`of ${name} were imported on`)).waitFor({ timeout: PATIENCE })
}

/** Uploads the signed audit. */
export async function attachAudit(page: Page): Promise<void> {
  await getPart(page, /Opinion/).click()
  const button = page.getByRole('button', { name: /choose|browse|add/i }).first()
  await choose(page, button, 'audit.pdf', Buffer.from('%PDF-1.4\n%%EOF'), 'application/pdf')
  await page.getByText('audit.pdf').waitFor({ timeout: PATIENCE })
}

/** Chooses type, basis and opinion of the statement. */
export async function chooseTypeBasisAndOpinion(page: Page): Promise<void> {
  for (const [label, choice] of [
    ['Type of statement', 'Audit'],
    ['Basis of accounting', 'Accrual'],
    ['Opinion', 'Unmodified'],
  ] as const) {
    await page.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: choice, exact: true }).click()
  }
}

/** Saves the statement and waits for the message. */
export async function saveProgress(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save progress' }).click()
  await page.getByText(/^Saved/).waitFor({ timeout: PATIENCE })
}

/** Certifies a complete statement in this role with this name as the signature. */
export async function certify(page: Page, role: string, name: string): Promise<void> {
  await getPart(page, /Certifications/).click()
  await page.getByText('Nothing is missing.', { exact: false }).waitFor({ timeout: PATIENCE })
  await page.getByRole('button', { name: `Certify as ${role}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Title/).fill('President')
  await dialog.getByLabel(/^Typed signature/).fill(name)
  await dialog.getByRole('button', { name: 'Certify', exact: true }).click()
}
