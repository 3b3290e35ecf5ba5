import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { modules } from '#app/registry.ts'
import { openStage, type Stage } from './stage.ts'
import type { Visitor } from './visitor.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

const queues = [
  ...new Set(
    modules.flatMap((module) => module.reviews ?? []).map(({ kit: { review } }) => review.routes.queue),
  ),
]

const DESK = { viewport: { width: 1440, height: 900 } }

/** Lists the scrollable parts that are wider than their space, by their caption or label. */
const findTooWide = ({ page }: Visitor): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter(
        (element) =>
          /auto|scroll/.test(getComputedStyle(element).overflowX) &&
          element.scrollWidth > element.clientWidth + 1,
      )
      .map(
        (element) =>
          `${element.querySelector('caption')?.textContent ?? element.ariaLabel}: ${element.scrollWidth} of ${element.clientWidth}`,
      ),
  )

test('at 1,440 pixels every work queue fits without a hidden column or tab', async () => {
  const visitor = await stage.signedIn('agency.admin', '/Account', DESK)
  const tooWide: string[] = []
  for (const queue of [...queues, '/afs/review/list']) {
    await visitor.visit(queue)
    await visitor.page.locator('main table tbody tr').first().waitFor()
    tooWide.push(...(await findTooWide(visitor)).map((text) => `${queue} ${text}`))
  }
  expect(tooWide).toEqual([])
  await visitor.context.close()
}, 300_000)

test('at 1,440 pixels a report card fits with three earlier years and every rating', async () => {
  const result = await stage.owner.query<{ path: string }>(
    `select '/afs/view/' || a.year || '/' || a.property_id as path from annual_statement a where a.status_id >= 3 and (select count(*) from annual_statement b
      where b.property_id = a.property_id and b.status_id >= 3 and b.year between a.year - 3 and a.year - 1) = 3
    order by a.status_id, a.year desc, a.afs_id limit 1`,
  )
  const visitor = await stage.signedIn('agency.write', result.rows[0]!.path, DESK)
  const { page } = visitor
  await page.getByRole('link', { name: 'Report card', exact: true }).click()
  const ratios = page.getByRole('table', { name: 'Ratios, by the thresholds of the agency' })
  await ratios.getByRole('columnheader', { name: 'Rating' }).waitFor()
  await expect.poll(() => ratios.getByRole('columnheader', { name: /^\d{4}$/ }).count()).toBe(4)
  await ratios.getByRole('columnheader', { name: 'Trend' }).waitFor()
  expect(await findTooWide(visitor)).toEqual([])
  await visitor.context.close()
})
