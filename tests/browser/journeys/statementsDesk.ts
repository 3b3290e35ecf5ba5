import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { takeStep } from '../requestForm.ts'
import type { Stage } from '../stage.ts'
import type { Visitor } from '../visitor.ts'

/** Opens a screen from the main menu by its group and entry. */
async function goByMenu(visitor: Visitor, group: string, entry: string): Promise<void> {
  const menu = visitor.page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('button', { name: group, exact: true }).click()
  const link = menu.getByRole('link', { name: entry, exact: true })
  const path = (await link.getAttribute('href'))?.replace(/^#/, '') ?? ''
  await link.click()
  await visitor.arrives(path)
}

/** Opens a list of properties from the main menu, and a property in it. */
export async function openPropertyByMenu(
  visitor: Visitor,
  { group, entry, property }: { group: string; entry: string; property: string },
): Promise<void> {
  await goByMenu(visitor, group, entry)
  await visitor.page.getByLabel('Search all columns').fill(property)
  await visitor.page.getByRole('link', { name: property, exact: true }).click()
}

/**
 * Begins a record as a person who has just signed in does: from the menu to the list of the kind, "New …" and
 * the property.
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

/** Signs a person in, opens the record with this number from the list of all work and returns the visitor. */
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

/** Waits until a record number, for example TQ-12, is shown, and returns it. */
export async function readNumber(place: Locator, prefix: string): Promise<string> {
  const pattern = new RegExp(`${prefix}-\\d+`)
  let number: string | undefined
  await expect
    .poll(async () => (number = pattern.exec((await place.textContent()) ?? '')?.[0]), { timeout: 20_000 })
    .toMatch(pattern)
  return number!
}

/** Submits the form and waits for its receipt. */
export async function submitForm(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit', exact: true }).click()
  await page.getByRole('heading', { name: /received$/ }).waitFor()
}

/** Opens a list by its label and chooses an entry. */
export async function choose(page: Page, label: string | RegExp, entry: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page
    .getByRole('option', typeof entry === 'string' ? { name: entry, exact: true } : { name: entry })
    .click()
}

/** Waits until the record shows this status. */
export const expectStatus = (page: Page, status: string): Promise<void> =>
  page.getByText(status, { exact: true }).filter({ visible: true }).first().waitFor()

/**
 * Takes a record through the agency: an analyst reviews it from the work list, and a manager takes the
 * deciding step.
 */
export async function reviewAndDecide(
  stage: Stage,
  number: string,
  step: string,
  review: (page: Page) => Promise<void>,
): Promise<void> {
  const analyst = await openFromWork(stage, 'agency.write', number)
  await takeStep(analyst.page, 'Start review')
  await review(analyst.page)
  await takeStep(analyst.page, 'Mark as reviewed')
  await expectStatus(analyst.page, 'Reviewed')
  expect(await analyst.page.getByRole('button', { name: new RegExp(`^${step}( \\$|$)`) }).count()).toBe(0)
  const manager = await openFromWork(stage, 'agency.manager', number)
  await takeStep(manager.page, step, 'Thank you.')
}
