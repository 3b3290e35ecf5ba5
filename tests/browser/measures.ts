import type { Page } from 'playwright-core'

/** The window in which the density of screens is measured. */
export const DESK = { viewport: { width: 1440, height: 900 } }

/** How a screen uses its height, in CSS pixels from the top of the window. */
export type Measures = {
  /** The height of the header line. */
  header: number
  /** The lower edge of the header line, where the content begins. */
  work: number
  /** The number of table rows that are fully visible without scrolling. */
  rows: number
  rowHeight: number
  /** The font size of the smallest visible text. */
  smallest: number
}

/**
 * Measures the current screen: its header, the start of its content, and the fully visible rows of its
 * largest table. The screen must have its heading.
 */
export function measureDensity(page: Page): Promise<Measures> {
  return page.evaluate(() => {
    const header = document.querySelector('[data-screen-header]')!.getBoundingClientRect()
    const getFootTop = (row: Element) =>
      row.closest('table')?.tFoot?.getBoundingClientRect().top ?? innerHeight
    const visibleRows = [...document.querySelectorAll('main table')].map((table) =>
      [...table.querySelectorAll('tbody tr:not([aria-hidden])')].filter((row) => {
        const { top, bottom, height } = row.getBoundingClientRect()
        return (
          height > 0 &&
          top >= header.bottom &&
          bottom <= Math.min(innerHeight, Math.max(getFootTop(row), top))
        )
      }),
    )
    const largestRows = visibleRows.reduce(
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
      rows: largestRows.length,
      rowHeight: largestRows[0]?.getBoundingClientRect().height ?? 0,
      smallest: Math.min(...letters),
    }
  })
}
