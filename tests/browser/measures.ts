import type { Page } from 'playwright-core'

/** The window the density of screens is measured in. */
export const DESK = { viewport: { width: 1440, height: 900 } }

/** Where a screen spends its height, in pixels from the top of the window. */
export type Measures = {
  /** Height of the line above the work. */
  header: number
  /** Where the line above the work ends, which is where the work begins. */
  work: number
  /** Heads of tables and the rows below them that are seen whole without scrolling. */
  rows: number
  rowHeight: number
  /** The smallest letters of text that is seen. */
  smallest: number
}

/**
 * Measures the screen that stands: its header, where the work begins, and how many rows of its largest table
 * are seen whole. The screen must have its title.
 */
export function measure(page: Page): Promise<Measures> {
  return page.evaluate(() => {
    const header = document.querySelector('main h1')!.parentElement!.getBoundingClientRect()
    const foot = (row: Element) => row.closest('table')?.tFoot?.getBoundingClientRect().top ?? innerHeight
    const visibleRows = [...document.querySelectorAll('main table')].map((table) =>
      [...table.querySelectorAll('tbody tr:not([aria-hidden])')].filter((row) => {
        const { top, bottom, height } = row.getBoundingClientRect()
        return height > 0 && top >= header.bottom && bottom <= Math.min(innerHeight, Math.max(foot(row), top))
      }),
    )
    const largest = visibleRows.reduce(
      (elements, rows) => (rows.length > elements.length ? rows : elements),
      [] as Element[],
    )
    const letters = [...document.querySelectorAll('main *')]
      .filter((element) =>
        [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
      )
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 2)
      .map((element) => Number.parseFloat(getComputedStyle(element).fontSize))
    return {
      header: header.height,
      work: header.bottom,
      rows: largest.length,
      rowHeight: largest[0]?.getBoundingClientRect().height ?? 0,
      smallest: Math.min(...letters),
    }
  })
}
