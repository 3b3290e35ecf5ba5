import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { collidingTexts, expectAccessible, findOverflowing } from './accessibility.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

test('an analyst uses the work list by keyboard only: selects, assigns, undoes, opens, starts reviews and sees the list of keys', async () => {
  const visitor = await stage.signedIn('agency.write', '/Work')
  const { page } = visitor
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const count = async (view: string) =>
    Number(
      (await page.getByRole('button', { name: new RegExp(`^${view} \\d+$`) }).textContent())!.replace(
        /\D/g,
        '',
      ),
    )
  const readFocusedText = () => page.evaluate(() => document.activeElement?.textContent)
  await visitor.arrives('/Work')
  await page.getByRole('table', { name: 'Work', exact: true }).waitFor()
  await expectAccessible(page, 'work list')

  await press('3')
  const selection = page.getByRole('region', { name: 'Chosen records' })
  await page.getByRole('button', { name: /^Not assigned/, pressed: true }).waitFor()
  const before = { free: await count('Not assigned'), team: await count('Team') }
  expect(before.free).toBeGreaterThan(2)
  await press('j')
  const first = await readFocusedText()
  await press('x', 'j', 'x')
  await selection.getByText('2 selected').waitFor()
  await press('a')
  const dialog = page.getByRole('dialog', { name: 'Assign 2 records to' })
  await dialog.getByText(/gets? 2 records/).waitFor()
  await expectAccessible(page, 'assign')
  await page.keyboard.type('manager')
  await dialog.getByText(/Agency Manager gets 2 records and one message/).waitFor()
  await press('Enter')
  await page.getByText('2 records given to Agency Manager.').waitFor()
  await expect.poll(() => count('Not assigned')).toBe(before.free - 2)
  expect(await count('Team')).toBe(before.team + 2)
  await press('u')
  await page.getByText('2 records are back where they were.').waitFor()
  await expect.poll(() => count('Not assigned')).toBe(before.free)

  await press('?')
  const keys = page.getByRole('dialog', { name: 'Keys on this page' })
  for (const label of ['Next row', 'Open the row', 'Assign to…', 'Not assigned', 'Find anything'])
    await keys.getByText(label, { exact: true }).waitFor()
  await expectAccessible(page, 'keys')
  await keys.getByRole('checkbox', { name: 'Use single keys' }).focus()
  await press('Space', 'Escape')
  await keys.waitFor({ state: 'detached' })
  await press('1')
  await expect.poll(() => page.getByRole('button', { name: /^Not assigned/, pressed: true }).count()).toBe(1)
  await page.getByRole('button', { name: 'all keys' }).focus()
  await press('Enter')
  await keys.getByRole('checkbox', { name: 'Use single keys' }).focus()
  await press('Space', 'Escape')
  await keys.waitFor({ state: 'detached' })

  await page.locator('h1').focus()
  await press('k')
  await press('k', 'k')
  expect(await readFocusedText()).toBe(first)
  await press('Enter')
  await page.getByText(/^1 of \d+$/).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: /^Not assigned/, pressed: true }).waitFor()

  await visitor.visit('/ReplacementReserveMultiNav')
  await page.getByRole('tab', { name: /^Submitted/ }).click()
  // The rows of the other tab remain until those of this tab are loaded.
  const requests = page.getByRole('table', { name: 'Replacement reserve requests' })
  await requests.getByText('Reviewed', { exact: true }).first().waitFor({ state: 'detached' })
  await requests
    .getByText(/^Submitted/)
    .first()
    .waitFor()
  await press('j', 'x')
  await selection.getByText('1 selected').waitFor()
  await press('s')
  await page.getByText('1 record: review started.').waitFor()
})

test('the bars of promised days have room for their labels beside the open menu', async () => {
  const { page, context } = await stage.signedIn('agency.admin', '/Work?view=All', {
    viewport: { width: 1400, height: 900 },
  })
  await page.getByRole('button', { name: 'Show the whole menu' }).click()
  const days = page.getByRole('region', { name: 'Decisions promised, by day' })
  await days.getByRole('button', { name: /Overdue/ }).waitFor()
  expect(await collidingTexts(page, '[aria-labelledby=work-days]')).toEqual([])
  await context.close()
})

test('on a phone the work list is shown as cards and does not scroll sideways', async () => {
  const visitor = await stage.signedIn('agency.write', '/Work?view=Not+assigned', {
    viewport: { width: 390, height: 844 },
  })
  await visitor.page
    .getByRole('checkbox', { name: /^Select R-/ })
    .first()
    .check()
  await visitor.page.getByText('1 selected').waitFor()
  expect(await findOverflowing(visitor.page)).toEqual([])
  await expectAccessible(visitor.page, 'work list on a phone')
})

test('if the list cannot be loaded, it says so with dashes for counts and a button to try again', async () => {
  const visitor = await stage.signedIn('agency.write', '/Account')
  visitor.tolerate(/GetOpen/, /status of 503/)
  const { page } = visitor
  await page.route('**/api/Work/GetOpen', (route) => route.fulfill({ status: 503, body: '{}' }))
  await visitor.go('/Work')
  await page.getByText('The list could not be loaded.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Mine –' }).count()).toBe(1)
  expect(await page.getByText('Nothing waits for you.').count()).toBe(0)
  await page.unroute('**/api/Work/GetOpen')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('The list could not be loaded.').waitFor({ state: 'detached' })
})
