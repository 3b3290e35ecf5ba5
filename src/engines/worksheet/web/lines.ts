import type { Chart } from '#core/money/chart/model/index.ts'
import type { SheetLine } from '#ui/worksheet/sheet.ts'
import { computeTotal } from '../model/index.ts'

/** The codes of totals of totals: net figures, and those of an entire class of accounts. */
const GRAND_TOTAL = /N$|^\d000T$/

/**
 * Returns the lines of a worksheet from a chart: a heading for each section, accounts with input, and
 * totals by the same sum as on the server. Accounts with input are left out if `isIncluded` returns false,
 * as are sections without any included account; a folded section keeps its totals.
 */
export function getSheetLines(
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
    const terms = chart.countedByTotal.get(code)
    lines.push(
      terms
        ? {
            key: code,
            code,
            label: name,
            kind: 'computed',
            grand: GRAND_TOTAL.test(code),
            formula: (read) => computeTotal(terms, read),
          }
        : { key: code, code, label: name },
    )
  }
  return lines
}
