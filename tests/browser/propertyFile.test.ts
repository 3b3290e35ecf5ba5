import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectAccessible, findOverflowing } from './accessibility.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
/** A property of company.user, if possible one on the watch list. */
let property: { id: number; name: string }

beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<{ id: number; name: string }>(`
    select p.property_id as id, p.name from permission g join app_user u using (user_id) join property p using (property_id)
    where u.user_name = 'company.user' and g.key = 'Replacement_Reserve' and g.write
    order by exists (select from watch_list w where w.property_id = p.property_id) desc, 1 limit 1`)
  property = result.rows[0]!
  // Adds a comment that only the agency may see, and moves the audit log of the property to 2024.
  await stage.owner.query(
    `insert into property_comment (property_id, comment, internal_to_agency, created_at) values ($1, 'Between us alone', true, '2026-11-01T15:00:00Z')`,
    [property.id],
  )
  await stage.owner.query(`update audit_log set changed_at = '2024-02-01T15:00:00Z' where property_id = $1`, [
    property.id,
  ])
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const subjects = (page: Page) => page.getByLabel('Subject', { exact: true })
const lines = (page: Page) => page.locator('main table tbody tr')
const readTable = (page: Page) => page.locator('main table').textContent()

test('the timeline shows the agency everything, filtered by subject, year and search', async () => {
  const { page } = await stage.signedIn('agency.write', `/EditProject/${property.id}?tab=Changes`)
  await page.getByRole('link', { name: 'Everything that happened' }).click()
  await page.waitForURL(/PropertyTimeline/)
  await lines(page).first().waitFor()
  await page.getByRole('main').getByPlaceholder('Search').fill('between us')
  await expect.poll(() => readTable(page)).toContain('Between us alone')
  await page.getByRole('main').getByPlaceholder('Search').fill('')
  await subjects(page).selectOption('Management company')
  await expect.poll(() => readTable(page)).toContain('began to run the property')
  await page.getByRole('tab', { name: /^2024/ }).click()
  await expect.poll(() => page.locator('main').textContent()).not.toContain('began to run the property')
  await expectAccessible(page, property.name)
})

test("a company's timeline of its property does not contain the agency's entries", async () => {
  const { page } = await stage.signedIn('company.user', `/PropertyTimeline/${property.id}`)
  await lines(page).first().waitFor()
  const offered = await subjects(page).locator('option').allInnerTexts()
  for (const subject of ['Watch list', 'Comments']) expect(offered).not.toContain(subject)
  await page.getByRole('main').getByPlaceholder('Search').fill('between us')
  await page
    .getByText(/No rows match|Nothing/)
    .first()
    .waitFor()
})

test('a property as of a day is compared with today, differences are marked, and keys move the day', async () => {
  const change = { propertyId: property.id, ownerName: 'A New Owner LP' }
  await stage.owner.query('update property set owner_name = $2 where property_id = $1', [
    change.propertyId,
    change.ownerName,
  ])
  const { page } = await stage.signedIn('agency.read', `/PropertyAsOf/${property.id}?day=2025-06-30`)
  const owner = page.getByRole('row', { name: /^Owner .*A New Owner LP/ })
  await owner.waitFor()
  expect(await owner.getAttribute('data-differs')).not.toBeNull()
  // The keys are pressed without waiting, and no step may be lost.
  for (const key of ['[', '[', ']']) await page.keyboard.press(key)
  await page.waitForURL(/day=2025-05-30/)
  await page.keyboard.press(']')
  await page.waitForURL(/day=2025-06-30/)
  await page.getByLabel('Differences alone').check()
  await expect.poll(() => page.getByRole('row', { name: /^City / }).count()).toBe(0)
  await page.getByRole('button', { name: 'End of last year' }).click()
  await page.waitForURL(/day=\d{4}-12-31/)
  await expectAccessible(page, property.name)
})

test('a former name finds the property, and the company can read former names but not add one', async () => {
  const agency = await stage.signedIn('agency.write', `/EditProject/${property.id}?tab=Former names`)
  await agency.page.getByRole('button', { name: 'Add a former name' }).click()
  await agency.page.getByLabel('Name or number').fill('Quillwort Terrace')
  await agency.page.getByRole('button', { name: 'Save', exact: true }).click()
  await agency.page.getByRole('cell', { name: 'Quillwort Terrace', exact: true }).waitFor()
  const { page } = await stage.signedIn('company.user', `/EditProject/${property.id}?tab=Former names`)
  await page.getByRole('cell', { name: 'Quillwort Terrace', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Add a former name' }).count()).toBe(0)
  await page.getByPlaceholder('Find anything').fill('quillwort')
  await page.getByText(/formerly Quillwort Terrace/).waitFor()
})

test('a photo is reduced in size and shown on the overview and the fact sheet, also to the company', async () => {
  const { page } = await stage.signedIn('agency.write', `/EditProject/${property.id}`)
  await page.getByRole('button', { name: 'Add a photo' }).click()
  const imageData = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 2400, height: 1200 })
    canvas.getContext('2d')?.fillRect(0, 0, 2400, 1200)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  const file = { name: 'front.png', mimeType: 'image/png', buffer: Buffer.from(imageData, 'base64') }
  await page.getByRole('dialog').locator('input[type=file]').first().setInputFiles(file)
  const picture = page.getByRole('img', { name: property.name })
  await picture.waitFor()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1600)
  const company = await stage.signedIn('company.user', `/FactSheet/${property.id}`)
  await company.page.getByRole('img', { name: property.name }).waitFor()
  expect(await company.page.getByRole('button', { name: /the photo|a photo/ }).count()).toBe(0)
})

test('on a phone neither the timeline nor the page as of a day scrolls sideways', async () => {
  const { page, go } = await stage
    .signedIn('agency.read', `/PropertyTimeline/${property.id}`, {
      viewport: { width: 390, height: 844 },
    })
    .then((visitor) => ({ page: visitor.page, go: visitor.go.bind(visitor) }))
  await page
    .getByText('began to run the property')
    .first()
    .or(page.locator('main li, main tr').first())
    .first()
    .waitFor()
  expect(await findOverflowing(page)).toEqual([])
  await go(`/PropertyAsOf/${property.id}?day=2025-06-30`)
  await page.getByRole('row', { name: /^Name / }).waitFor()
  expect(await findOverflowing(page)).toEqual([])
})
