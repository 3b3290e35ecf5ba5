import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectAccessible, findOverflowing } from './accessibility.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

test('an absence is entered with a stand-in, shown where work is assigned and listed, and called off', async () => {
  const visitor = await stage.signedIn('agency.admin', '/Absences', {
    viewport: { width: 1440, height: 900 },
  })
  const { page } = visitor
  const entry = page.getByRole('dialog', { name: 'Enter an absence' })
  await page.getByRole('button', { name: 'Enter an absence…' }).click()
  const choose = async (label: string, name: string) => {
    await entry.getByRole('combobox', { name: label }).fill(name)
    await page.getByRole('option', { name }).click()
  }
  await choose('Who is out', 'Agency Analyst')
  await entry.getByRole('button', { name: 'Save', exact: true }).click()
  await entry.getByText('Stand-in – *Field is required').waitFor()
  await choose('Stand-in', 'Agency Manager')
  const today = await entry.getByLabel('First day out').inputValue()
  await entry.getByLabel('Last day out').fill(today)
  await entry.getByRole('button', { name: 'Save', exact: true }).click()
  await entry.waitFor({ state: 'detached' })
  const absences = page.getByRole('table', { name: 'Absences' })
  const row = absences.getByRole('row', { name: /Agency Analyst.*Agency Manager.*Out/ })
  await row.waitFor()
  await expectAccessible(page, 'who is out')

  // The work list and the queue of one kind of record show the absence.
  const away = `out until ${today}`
  const hint = `Agency Analyst, ${away}, Agency Manager stands in`
  await page.getByRole('link', { name: 'Work', exact: true }).first().click()
  await page.getByRole('link', { name: 'Who is out (1)' }).waitFor()
  await page.getByRole('button', { name: /^Team/ }).click()
  await page
    .getByRole('table', { name: 'Work', exact: true })
    .getByTitle(hint)
    .getByText(away)
    .first()
    .waitFor()
  await visitor.go('/ReplacementReserveMultiNav')
  const queue = page.getByRole('table', { name: 'Replacement reserve requests' })
  const cell = queue.getByTitle(hint).getByText(away).first()
  await cell.waitFor()
  const heights = await queue
    .locator('tbody tr[data-index]')
    .evaluateAll((all) => all.map((item) => item.clientHeight))
  expect(new Set(heights).size).toBe(1)
  await expectAccessible(page, 'queue with somebody out')

  // The dialog for assigning shows the absence next to the name and asks before it assigns.
  await queue.getByRole('checkbox').nth(1).check()
  await page.getByRole('button', { name: /^Assign/ }).click()
  const assign = page.getByRole('dialog', { name: 'Assign 1 record to' })
  await assign.getByLabel('Name').fill('analyst')
  await assign.getByRole('option', { name: `${away}, Agency Manager stands in` }).click()
  const byRole = page.getByRole('dialog', { name: `Agency Analyst is ${away}` })
  await byRole.getByText('also goes to Agency Manager').waitFor()
  await byRole.getByRole('button', { name: 'Cancel' }).click()
  await byRole.waitFor({ state: 'detached' })

  // The work list of the stand-in has the record, and its card on a phone shows the absence.
  const manager = await stage.signedIn('agency.manager', '/Work', { viewport: { width: 390, height: 844 } })
  await manager.page.getByText(away).first().waitFor()
  expect(await findOverflowing(manager.page)).toEqual([])

  await visitor.go('/Absences')
  await row.getByRole('button', { name: 'Call off…' }).click()
  await page.getByRole('button', { name: 'Call it off' }).click()
  await absences.getByRole('row', { name: new RegExp(`Agency Analyst.*${today}.*Called off`) }).waitFor()
  await visitor.go('/ReplacementReserveMultiNav')
  await queue.getByText('Agency Analyst').first().waitFor()
  await cell.waitFor({ state: 'detached' })
})

test('each section of the collapsed menu has a name and works by keyboard, and the menu stays as it was left', async () => {
  const visitor = await stage.signedIn('agency.admin', '/Work', { viewport: { width: 1280, height: 900 } })
  const { page } = visitor
  const menu = page.getByRole('navigation', { name: 'Main' })
  const sections = await menu
    .getByRole('button', { expanded: false })
    .or(menu.getByRole('button', { expanded: true }))
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('title') ?? ''))
  expect(sections.length).toBeGreaterThan(2)
  expect(sections).not.toContain('')
  const unfold = page.getByRole('button', { name: 'Show the whole menu' })
  await unfold.press('Enter')
  const fold = page.getByRole('button', { name: 'Show the menu as a rail' })
  expect(await fold.evaluate((button) => button === document.activeElement)).toBe(true)
  await fold.press('Enter')
  expect(await unfold.evaluate((button) => button === document.activeElement)).toBe(true)
  expect((await menu.boundingBox())!.width).toBeLessThanOrEqual(64)
  await expect.poll(() => menu.getByRole('link', { name: /^Work/ }).getAttribute('aria-current')).toBe('page')
  for (const name of sections) {
    const icon = menu.getByRole('button', { name, exact: true })
    await expect.poll(() => icon.getAttribute('title')).toBe(name)
    await icon.press('Enter')
    await menu.getByRole('heading', { name, exact: true }).waitFor()
    await page.keyboard.press('Tab')
    // The first link of the section is the next Tab stop.
    expect(
      await page.evaluate(
        () => document.activeElement?.closest('section')?.querySelector('a') === document.activeElement,
      ),
    ).toBe(true)
    await page.keyboard.press('Escape')
    await menu.getByRole('heading', { name, exact: true }).waitFor({ state: 'detached' })
    expect(await icon.evaluate((item) => item === document.activeElement)).toBe(true)
  }
  await menu.getByRole('button', { name: 'Administration', exact: true }).press('Enter')
  await expectAccessible(page, 'menu of icons, opened')
  const to = menu.getByRole('link').last()
  const goal = (await to.getAttribute('href'))!.replace(/^.*#/, '')
  await to.press('Enter')
  await visitor.arrives(goal)
  await menu.getByRole('heading').waitFor({ state: 'detached' })
  await visitor.visit('/Work')
  await unfold.press('Enter')
  await menu.getByRole('button', { name: sections[0]!, exact: true }).waitFor()
  expect((await menu.boundingBox())!.width).toBeGreaterThan(150)
})
