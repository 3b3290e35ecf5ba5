import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { takeStep } from '../requestForm.ts'
import type { Stage } from '../stage.ts'
import type { Visitor } from '../visitor.ts'

/** Goes from the main menu to a screen: the group is opened, and its entry chosen. */
async function goByMenu(visitor: Visitor, group: string, entry: string): Promise<void> {
  const menu = visitor.page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('button', { name: group, exact: true }).click()
  const link = menu.getByRole('link', { name: entry, exact: true })
  const path = (await link.getAttribute('href'))?.replace(/^#/, '') ?? ''
  await link.click()
  await visitor.arrives(path)
}

/** Goes from the main menu to the list of a subject's properties, and there to one of them. */
export async function openPropertyByMenu(
  visitor: Visitor,
  { group, entry, property }: { group: string; entry: string; property: string },
): Promise<void> {
  await goByMenu(visitor, group, entry)
  await visitor.page.getByLabel('Search all columns').fill(property)
  await visitor.page.getByRole('link', { name: property, exact: true }).click()
}

/**
 * Begins a record as a person does who has just signed in: the menu, the list of the kind, "New …", the
 * property.
 */
export async function beginByMenu(
  visitor: Visitor,
  { group, entry, button, property }: { group: string; entry: string; button: string; property: string },
): Promise<void> {
  const { page } = visitor
  await goByMenu(visitor, group, entry)
  await page.getByRole('link', { name: button }).click()
  await visitor.arrives(/^\/New\//)
  await page.getByLabel('Search all columns').first().fill(property)
  await page
    .getByRole('table', { name: 'Properties where it may be filed' })
    .getByRole('link', { name: property, exact: true })
    .click()
  await visitor.arrives(/^(?!\/New\/)/)
}

/** An analyst who takes a record from the work list, whoever's it is, and stands at it. */
export async function openFromWork(stage: Stage, person: string, number: string): Promise<Visitor> {
  const visitor = await stage.signedIn(person, '/Work')
  const { page } = visitor
  await page.getByRole('button', { name: /^All \d+$/ }).click()
  await visitor.rests()
  const work = page.getByRole('table', { name: 'Work', exact: true })
  const link = work.getByRole('link', { name: number, exact: true })
  const folded = work.getByRole('button', { expanded: false })
  const unfoldGroups = async () => {
    for (let remaining = await folded.count(); remaining > 0; remaining -= 1) await folded.first().click()
    return link.count()
  }
  await expect.poll(unfoldGroups).toBe(1)
  await link.click()
  await visitor.arrives(/^(?!\/Work)/)
  return visitor
}

/** Waits until a record's number, such as TQ-12, is on the screen, and returns it. */
export async function readNumber(place: Locator, prefix: string): Promise<string> {
  const pattern = new RegExp(`${prefix}-\\d+`)
  let number: string | undefined
  await expect
    .poll(async () => (number = pattern.exec((await place.textContent()) ?? '')?.[0]), { timeout: 20_000 })
    .toMatch(pattern)
  return number!
}

/** Submits what is on the form and reads that it was received. */
export async function submitForm(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click()
  await page.getByRole('heading', { name: /received$/ }).waitFor()
}

/** Chooses an entry of a list as a person does: the list is opened, and the entry chosen. */
export async function choose(page: Page, label: string | RegExp, entry: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page
    .getByRole('option', typeof entry === 'string' ? { name: entry, exact: true } : { name: entry })
    .click()
}

/** Waits until a status chip of the record says so. */
export const statusReads = (page: Page, status: string): Promise<void> =>
  page.getByText(status, { exact: true }).filter({ visible: true }).first().waitFor()

/** The agency takes a record from the work list, reviews it, and a second person decides it from there. */
export async function decide(
  stage: Stage,
  number: string,
  step: string,
  review: (page: Page) => Promise<void>,
): Promise<void> {
  const analyst = await openFromWork(stage, 'agency.write', number)
  await takeStep(analyst.page, 'Start review')
  await review(analyst.page)
  await takeStep(analyst.page, 'Mark as reviewed')
  await statusReads(analyst.page, 'Reviewed')
  expect(await analyst.page.getByRole('button', { name: new RegExp(`^${step}( \\$|$)`) }).count()).toBe(0)
  const manager = await openFromWork(stage, 'agency.manager', number)
  await takeStep(manager.page, step, 'Thank you.')
}
