import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
let ids: { statement: number; request: number }

/**
 * Finds a statement with a report card and computed surplus cash, and a distribution request under review.
 */
beforeAll(async () => {
  stage = await openStage()
  const result = await stage.owner.query<typeof ids>(
    `select (select max(k.afs_id) from afs_report_card k join annual_statement a using (afs_id)
        join distribution_basis b on b.property_id = a.property_id where k.archived_at is null) as statement,
      (select max(distribution_request_id) from distribution_request where status_id = 3) as request`,
  )
  ids = result.rows[0]!
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

/**
 * Measures the rows of a table in CSS pixels: the top of the first, the height of the highest, and how many
 * of them are fully within the window.
 */
const measureRows = (page: Page, rows: string) =>
  page.locator(rows).evaluateAll((all) => {
    const boxes = all.map((row) => row.getBoundingClientRect())
    return {
      from: Math.min(...boxes.map(({ top }) => top)),
      highest: Math.max(...boxes.map(({ height }) => height)),
      seen: boxes.filter(({ bottom }) => bottom <= innerHeight - 46).length,
      all: boxes.length,
    }
  })

describe("the screens of a statement's money at 1440 × 900 pixels", () => {
  test('the report card shows every ratio on one line and in view, and the checklist begins in view', async () => {
    const { page } = await stage.signedIn('agency.write', `/afs/review/reportcard/${ids.statement}`)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('table', { name: /^Ratios/ }).waitFor()
    const ratios = await measureRows(page, 'table[data-ratios] tbody tr')
    expect(ratios.from).toBeLessThanOrEqual(150)
    expect(ratios.highest).toBeLessThanOrEqual(28)
    expect(ratios.seen).toBe(ratios.all)
    const questions = await measureRows(page, '[data-question]:not([data-folded])')
    expect(questions.from).toBeLessThan(650)
  })

  test('the surplus cash worksheet begins within 130 px', async () => {
    const { page } = await stage.signedIn('agency.write', `/afs/review/surplus/${ids.statement}`)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('grid', { name: /^Surplus cash/ }).waitFor()
    const lines = await measureRows(page, '[role=grid]')
    expect(lines.from).toBeLessThanOrEqual(130)
  })

  test('the distribution request shows every requirement on one line and in view', async () => {
    const { page } = await stage.signedIn('agency.write', `/DistributionRequest/review/${ids.request}`)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('table', { name: 'What an approval needs' }).waitFor()
    const needs = await measureRows(page, '[aria-label=Requirements] tbody tr')
    expect(needs.from).toBeLessThanOrEqual(220)
    expect(needs.highest).toBeLessThanOrEqual(29)
    expect(needs.seen).toBe(needs.all)
    await page.getByRole('table', { name: 'Available for distribution' }).waitFor()
  })
})
