import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, findOverflowing, getFocused, violations } from './accessibility.ts'
import { buildPdfFile } from './papers.ts'
import { type AccessLevel, chooseProperties } from './places.ts'
import { openDetails, readErrorSummary, takeStep } from './requestForm.ts'
import { openStage, type Stage } from './stage.ts'
import { PATIENCE } from './visitor.ts'

let stage: Stage
let properties: Record<AccessLevel, number>

beforeAll(async () => {
  stage = await openStage()
  properties = await chooseProperties(stage.owner)
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const NARROW = { width: 390, height: 844 }

async function findRequestPath(statusId: number): Promise<string> {
  const result = await stage.owner.query<{ path: string }>(
    `select format('/ReplacementReserve/%s/%s', replacement_reserve_request_id, property_id) as path
     from replacement_reserve_request r join property using (property_id) join permission using (property_id)
       join app_user u using (user_id)
     where u.user_name = 'company.user' and write and r.status_id = $1 limit 1`,
    [statusId],
  )
  return result.rows[0]!.path
}

test('the accessibility checks find the faults that the test inserts', async () => {
  const visitor = await stage.open({ viewport: NARROW })
  await visitor.visit('/forgotPassword')
  await visitor.page.evaluate(() => {
    document
      .querySelector('main')
      ?.insertAdjacentHTML(
        'afterbegin',
        '<img src="/icon.svg"><p style="color: #bbb; background: #fff; width: 500px">faint</p><button style="outline: 0">First</button>',
      )
  })
  const matches = (await violations(visitor.page)).map((violation) => violation.split(':')[0])
  expect(matches).toEqual(expect.arrayContaining(['image-alt', 'color-contrast']))
  expect(await findOverflowing(visitor.page)).not.toEqual([])
  await visitor.page.getByRole('button', { name: 'First' }).focus()
  expect(await getFocused(visitor.page)).toEqual(expect.objectContaining({ name: 'First', visible: false }))
})

describe('accessibility of a request in several states', () => {
  test('a request form with faults, open items and its leave dialog is accessible', async () => {
    const visitor = await stage.signedIn('company.user', await findRequestPath(1))
    const { page } = visitor
    await openDetails(page, 1)
    await page.getByLabel('Description *', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Submit request' }).click()
    expect(await readErrorSummary(page)).toContainEqual(expect.stringMatching(/^Description – /))
    await expectAccessible(page, 'form with faults')
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first().click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    await expectAccessible(page, 'leave dialog')
  })

  test('a review with its confirmation dialog is accessible', async () => {
    const { page } = await stage.signedIn('agency.write', await findRequestPath(3))
    await page.getByRole('table', { name: 'Items' }).waitFor()
    await expectAccessible(page, 'review')
    await page.getByRole('button', { name: 'Return for correction' }).click()
    await page.getByRole('dialog', { name: 'Return for correction' }).waitFor()
    await expectAccessible(page, 'confirm dialog')
  })

  test('a decided request with its history and its letter are accessible', async () => {
    const { page } = await stage.signedIn('agency.manager', await findRequestPath(4))
    await takeStep(page, 'Approve', 'As reviewed.')
    await page.getByRole('region', { name: 'Letters' }).waitFor()
    await page.getByRole('button', { name: 'History', exact: true }).click()
    await page.getByRole('list', { name: 'History' }).waitFor()
    await page.getByRole('button', { name: 'Agency Manager' }).click()
    await expectAccessible(page, 'decided request with the user menu')
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Letters' }).getByRole('button').first().click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page, 'letter')
  })
})

test('no box of an item is too narrow to read at common screen widths', async () => {
  const { page } = await stage.signedIn('company.user', await findRequestPath(1))
  for (const width of [1024, 1280, 1366, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const widths = await page
      .getByLabel(/, Item 1$/)
      .and(page.locator('input'))
      .evaluateAll((boxes) => boxes.map((box) => box.clientWidth))
    expect(Math.min(...widths), `${width} px: ${widths.join(' ')}`).toBeGreaterThanOrEqual(60)
    const textWidth = await page
      .getByLabel('Description of work, Item 1')
      .evaluate((item) => item.clientWidth)
    expect(textWidth, `${width} px`).toBeGreaterThanOrEqual(150)
  }
})

/**
 * Presses Tab until the control with this name has the focus, and expects that every control on the way shows
 * its focus.
 */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab')
    const element = await getFocused(page)
    if (!element) continue
    expect(element.visible, element.html).toBe(true)
    if (typeof name === 'string' ? element.name === name : name.test(element.name)) return
  }
  throw new Error(`Tab never reached ${name}.`)
}

describe('using the keyboard', () => {
  test('every control of the request form shows its focus', async () => {
    const visitor = await stage.signedIn('company.user', await findRequestPath(1))
    const { page } = visitor
    await openDetails(page, 1)
    await page.locator('h1').focus()
    const stops: string[] = []
    for (let presses = 0; presses < 200; presses += 1) {
      await page.keyboard.press('Tab')
      const here = await getFocused(page)
      if (!here) break
      expect(here.visible, here.html).toBe(true)
      stops.push(here.name)
    }
    expect(stops).toEqual(
      expect.arrayContaining(['Save progress', 'Submit request', 'Claimed amount, Item 1']),
    )
  })

  test('a request can be filled in and submitted by keyboard only', async () => {
    const visitor = await stage.signedIn('company.user', `/ReplacementReserveList/${properties.written}`)
    const { page } = visitor
    const type = (text: string) => page.keyboard.type(text)
    await tabTo(page, 'New request')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'New replacement reserve request' }).waitFor()
    await tabTo(page, /^Request type/)
    await type('Advance')
    await page.keyboard.press('Enter')
    await tabTo(page, /^Description/)
    await type('A new fence')
    await tabTo(page, 'Add item')
    await page.keyboard.press('Enter')
    await expect
      .poll(async () => (await getFocused(page))?.name, { timeout: PATIENCE })
      .toBe('Category, Item 1')
    await type('Roof')
    for (const [name, text] of [
      ['Description of work, Item 1', 'Fence along the north side'],
      ['Location, Item 1', 'North'],
      ['Vendor, Item 1', 'Fence makers'],
      ['Claimed amount, Item 1', '90000'],
    ] as const) {
      await tabTo(page, name)
      await type(text)
    }
    await page.keyboard.press('Control+s')
    await page
      .getByRole('status')
      .filter({ hasText: /^Saved / })
      .waitFor()
    await tabTo(page, 'Details, Item 1')
    await page.keyboard.press('Space')
    // The listener is added before the key is pressed, because the browser then passes its file chooser to
    // the test.
    page.once('filechooser', (chooser) => void chooser.setFiles(buildPdfFile('bid.pdf', 'Bid')))
    await tabTo(page, 'Choose files')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove bid.pdf' }).waitFor()
    await tabTo(page, /^I certify/)
    await page.keyboard.press('Space')
    await tabTo(page, 'Submit request')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Submit this request?' }).waitFor()
    await expect.poll(async () => (await getFocused(page))?.name, { timeout: PATIENCE }).toBe('Submit')
    await page.keyboard.press('Enter')
    const received = page.getByRole('heading', { name: 'Request received' })
    await received.waitFor()
    expect(await received.evaluate((heading) => heading === document.activeElement)).toBe(true)
  })
})
