import type { Chart } from '#ground/money/chart/model/index.ts'
import type { SheetLine } from '#ui/worksheet/sheet.ts'
import { computeStatementSum } from '../model/index.ts'

/** Totals of totals: net figures, and those of a whole class of accounts. */
const GRAND = /N$|^\d000T$/

/**
 * Returns the lines of a worksheet from a chart: a heading for each section, typed accounts, and totals by
 * the same sum as on the server. Typed accounts that are not `shown` are left out, as are sections without
 * any left; a folded section keeps its totals.
 */
export function sheetLines(
  chart: Chart,
  isIncluded: (code: string) => boolean,
  folding?: { folded: ReadonlySet<string>; toggle: (section: string) => void },
): SheetLine[] {
  const lines: SheetLine[] = []
  const usedSections = new Set(
    chart.accounts
      .filter((account) => account.formula === null && isIncluded(account.code))
      .map((account) => account.section),
  )
  const typedSections = new Set(
    chart.accounts.filter((account) => account.formula === null).map((account) => account.section),
  )
  let section = ''
  for (const account of chart.accounts) {
    const { code, name, formula } = account
    if (typedSections.has(account.section) && !usedSections.has(account.section) && formula === null) continue
    if (formula === null && !isIncluded(code)) continue
    const folded = folding?.folded.has(account.section) ?? false
    if (account.section !== section) {
      section = account.section
      const fold = folding &&
        usedSections.has(section) && { folded, toggle: () => folding.toggle(account.section) }
      const label = section.replace(/^\S+ /, '')
      lines.push({ key: `section ${section}`, label, kind: 'heading', ...(fold ? { fold } : {}) })
    }
    if (folded && formula === null) continue
    const counteds = chart.counted.get(code)
    lines.push(
      counteds
        ? {
            key: code,
            code,
            label: name,
            kind: 'computed',
            grand: GRAND.test(code),
            formula: (read) => computeStatementSum(counteds, read),
          }
        : { key: code, code, label: name },
    )
  }
  return lines
}
