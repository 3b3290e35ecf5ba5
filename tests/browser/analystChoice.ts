import type { Locator, Page } from 'playwright-core'

/**
 * Returns the select for a record's analyst. It is in the line of the record's header or, if there is no
 * room, behind the "Facts" button, which is then opened.
 */
export async function openAnalystChoice(page: Page): Promise<Locator> {
  const choice = page.getByLabel('Analyst', { exact: true })
  await choice.first().waitFor({ state: 'attached' })
  const visible = choice.filter({ visible: true })
  if ((await visible.count()) === 0) await page.getByRole('button', { name: 'Facts' }).click()
  return visible
}

/** Reads the name of a record's analyst and closes "Facts" again, so that it covers nothing. */
export async function readAnalyst(page: Page): Promise<string> {
  const selected = await (await openAnalystChoice(page)).locator('option:checked').textContent()
  const facts = page.getByRole('button', { name: 'Facts', expanded: true })
  if ((await facts.count()) > 0) await facts.click()
  return selected ?? ''
}
