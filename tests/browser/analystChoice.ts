import type { Locator, Page } from 'playwright-core'

/** The choice of a record's analyst: in its header's line or, where that has no room, behind "Facts". */
export async function analystChoice(page: Page): Promise<Locator> {
  const choice = page.getByLabel('Analyst', { exact: true })
  await choice.first().waitFor({ state: 'attached' })
  const visible = choice.filter({ visible: true })
  if ((await visible.count()) === 0) await page.getByRole('button', { name: 'Facts' }).click()
  return visible
}

/** Who the analyst of a record is; "Facts" is closed again, so that it covers nothing. */
export async function loadAnalyst(page: Page): Promise<string> {
  const selected = await (await analystChoice(page)).locator('option:checked').textContent()
  const facts = page.getByRole('button', { name: 'Facts', expanded: true })
  if ((await facts.count()) > 0) await facts.click()
  return selected ?? ''
}
