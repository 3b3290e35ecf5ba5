import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { readPdf } from '#tests/pdf.ts'

/**
 * Answers Yes to the requirements of an approval that only a person can answer. Requirements that the portal
 * answers itself are not shown as questions.
 */
export async function answerRequirements(page: Page): Promise<void> {
  for (const group of [
    'No other non-compliance is open',
    'No physical deficiencies are open',
    'Not watched for its finances',
  ]) {
    const answers = page.getByRole('radiogroup', { name: group })
    if (await answers.count()) await answers.getByLabel('Yes').check()
  }
}

/** Reads the text of a record's only letter from its PDF. */
export async function readLetterText(page: Page): Promise<string> {
  await page.getByRole('region', { name: 'Letters' }).getByRole('button').click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Download PDF' }).click()
  const pdf = readPdf(await buffer(await (await downloading).createReadStream()))
  await page.keyboard.press('Escape')
  return pdf.text.replaceAll(/\s+/g, ' ')
}
