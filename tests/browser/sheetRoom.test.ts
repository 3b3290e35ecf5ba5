import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { collidingTexts, findOverflowing, resize } from './accessibility.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => expect(stage.takeFaults()).toEqual([]))
afterAll(() => stage.close())

/** The newest draft of each kind of worksheet that company.user may edit. */
const sheets = [
  {
    kind: 'statement',
    key: 'AFS',
    from: `select r.property_id, '/afs/view/' || r.year || '/' || r.property_id || '?part=balanceSheet' as path
      from annual_statement r where r.status_id = 1 order by r.year desc, r.afs_id desc`,
  },
  {
    kind: 'budget',
    key: 'Budget',
    from: `select r.property_id, '/BudgetWorksheet/' || r.property_id || '/' || r.budget_year as path
      from budget r where r.status_id = 1 order by r.budget_year desc, r.budget_id desc`,
  },
  {
    kind: 'month of TCAP',
    key: 'AFS',
    from: `select r.property_id, '/TCAP/' || r.property_id || '/' || r.period_date as path
      from tcap r where r.status_id = 1 order by r.period_date desc`,
  },
]

async function loadPath({ key, from }: (typeof sheets)[number]): Promise<string> {
  const result = await stage.owner.query<{ path: string }>(
    `select path from (${from}) r where property_id in (select property_id from permission g join app_user u using (user_id)
      where u.user_name = 'company.user' and g.key = $1 and g.write) limit 1`,
    [key],
  )
  return result.rows[0]!.path
}

/**
 * Measures the grid in CSS pixels: its top, the height of its highest row, and the number of fully visible
 * rows.
 */
const measureGrid = (page: Page) =>
  page
    .getByRole('grid')
    .first()
    .evaluate((grid) => {
      const findScroller = (box: Element): Element =>
        /auto|scroll/.test(getComputedStyle(box).overflowY) && box.scrollHeight > box.clientHeight
          ? box
          : box.parentElement
            ? findScroller(box.parentElement)
            : document.documentElement
      const floor = Math.min(innerHeight, findScroller(grid).getBoundingClientRect().bottom)
      const rows = [...grid.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect())
      return {
        from: Math.round(grid.getBoundingClientRect().top),
        highest: Math.max(...rows.map(({ height }) => height)),
        seen: rows.filter(({ bottom }) => bottom <= floor).length,
        all: rows.length,
      }
    })

/** The widths of the columns in CSS pixels. */
const measureColumns = (page: Page) =>
  page
    .getByRole('grid')
    .first()
    .evaluate((grid) =>
      [...grid.querySelectorAll('thead th')].map((head) => Math.round(head.getBoundingClientRect().width)),
    )

/** Opens the editable cell with the longest text, which decides the width of its column. */
async function openLongestCell(page: Page): Promise<void> {
  const place = await page
    .getByRole('grid')
    .first()
    .evaluate((grid) => {
      const cells = [
        ...grid.querySelectorAll<HTMLElement>('td[data-line]:not([data-fixed]):not([data-computed])'),
      ]
      const text = (cell: HTMLElement) => cell.textContent ?? ''
      const { line, column } = cells.toSorted((cell, other) => text(other).length - text(cell).length)[0]!
        .dataset
      return `[data-line="${line}"][data-column="${column}"]`
    })
  await page.locator(place).click()
  await page.keyboard.press('F2')
  await page.locator(`${place} input`).waitFor()
}

describe.each(sheets)('the layout of a worksheet: $kind', (sheet) => {
  test('at 1440 × 900 it begins within 130 px, shows 22 rows of at most 26 px, and opening a cell moves no column', async () => {
    const { page } = await stage.signedIn('company.user', await loadPath(sheet), {
      viewport: { width: 1440, height: 900 },
    })
    await page.getByRole('grid').first().waitFor()
    const room = await measureGrid(page)
    expect(room.from).toBeLessThanOrEqual(130)
    expect(room.highest).toBeLessThanOrEqual(26)
    expect(room.seen).toBeGreaterThanOrEqual(Math.min(22, room.all))
    // Opening a cell must not move any column.
    const before = await measureColumns(page)
    await openLongestCell(page)
    expect(await measureColumns(page)).toEqual(before)
  })

  test('its foot covers and cuts no figure, however narrow the window is', async () => {
    const { page, context } = await stage.signedIn('company.user', await loadPath(sheet), {
      viewport: { width: 1440, height: 900 },
    })
    await page.getByRole('grid').first().waitFor()
    for (const width of [1440, 1400, 1280, 1024, 390]) {
      await resize(page, { width, height: 844 })
      expect(await collidingTexts(page, '[data-sheet-foot]'), `${width}`).toEqual([])
    }
    await context.close()
  })

  test('at 200 % zoom and on a phone its first rows are in view and nothing overflows sideways', async () => {
    const path = await loadPath(sheet)
    for (const viewport of [
      { width: 720, height: 450 },
      { width: 390, height: 844 },
    ]) {
      const visitor = await stage.signedIn('company.user', path, { viewport })
      const { page } = visitor
      await page.getByRole('grid').first().waitFor()
      const room = await measureGrid(page)
      expect(room.from, `${viewport.width}`).toBeLessThan(viewport.height / 2)
      expect(room.seen, `${viewport.width}`).toBeGreaterThanOrEqual(4)
      expect(await findOverflowing(page)).toEqual([])
      await visitor.context.close()
    }
  })
})

test('the worksheet of occupancy shows its last column whole beside the open menu', async () => {
  const { page } = await stage.signedIn('company.admin', '/occupancy/list/0', {
    viewport: { width: 1400, height: 900 },
  })
  const table = page.getByRole('table', { name: /^Occupancy, / })
  await table.locator('tbody tr').first().waitFor()
  await page.getByRole('button', { name: 'Show the whole menu' }).click()
  await page.getByRole('button', { name: 'Show the menu as a rail' }).waitFor()
  for (const width of [1440, 1400, 1280]) {
    await resize(page, { width, height: 900 })
    const cut = await table.evaluate((sheet) => {
      const { right } = sheet.parentElement!.getBoundingClientRect()
      const states = [...sheet.querySelectorAll('tr[data-property] > td:last-child')]
      return states.filter((cell) => cell.getBoundingClientRect().right > right + 1).length
    })
    expect(cut, `${width}`).toBe(0)
  }
})
