import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Words of a list whose records do not exist yet. */
const WHY_EMPTY = 'There is nothing to choose from yet.'
/** The lists of the screen that is shown: searchable ones, the drop-downs of tables, and those of the browser. */
const LISTS = '[role=combobox], input[aria-haspopup=listbox], select'

/** How many choices a list of the browser itself has, or one of ours once it is open. */
async function choicesOf(page: Page, list: Locator): Promise<number> {
  const tag = await list.evaluate((element) => element.tagName)
  if (tag === 'SELECT') return list.locator('option').count()
  await list.click()
  const options = page.locator('[role=option]').filter({ visible: true })
  const note = page.getByText(WHY_EMPTY).filter({ visible: true })
  await options
    .or(note)
    .first()
    .waitFor({ timeout: 3000 })
    .catch(() => undefined)
  const count = (await options.count()) + (await note.count())
  // Escape closes the list alone; the record below stays.
  await page.keyboard.press('Escape')
  await options.first().waitFor({ state: 'hidden' })
  await list.blur()
  return count
}

/**
 * Opens every list of the screen that is shown, sees that something can be chosen in it (or that it says why not), and
 * closes it again. Answers how many lists there were.
 */
export async function openEveryList(page: Page, where = page.url()): Promise<number> {
  const empty: string[] = []
  // An open dialog stands over the rest.
  const dialog = page.getByRole('dialog')
  const screen = (await dialog.count()) > 0 ? dialog.last() : page.getByRole('main')
  const lists = screen.locator(LISTS).filter({ visible: true })
  const count = await lists.count()
  for (let index = 0; index < count; index += 1) {
    const list = lists.nth(index)
    if (!(await list.isEnabled())) continue
    const name = await nameOf(list)
    if ((await choicesOf(page, list)) === 0) empty.push(name)
  }
  expect(empty, `${where}: lists without anything to choose`).toEqual([])
  return count
}

const nameOf = (list: Locator): Promise<string> =>
  list.evaluate((element) => {
    const label = (element as HTMLInputElement).labels?.[0]?.textContent
    return element.getAttribute('aria-label') ?? label ?? element.outerHTML.slice(0, 120)
  })
