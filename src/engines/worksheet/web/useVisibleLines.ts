import { useMemo, useRef, useState } from 'react'
import type { Chart } from '#core/money/chart/model/index.ts'
import { getSheetLines } from './lines.ts'
import { type FigureRow, hasFigures } from './rows.ts'

const withFolding = (folded: ReadonlySet<string>, section: string, folds: boolean): ReadonlySet<string> =>
  new Set(folds ? [...folded, section] : [...folded].filter((text) => text !== section))

/** The visible lines of a worksheet, and the functions that show others. */
export type VisibleLines = ReturnType<typeof useVisibleLines>

/**
 * Returns the lines of a worksheet: accounts that have had a figure since it was opened stay visible, and
 * the others appear on request.
 */
export function useVisibleLines(chart: Chart, rows: readonly FigureRow[]) {
  const used = useRef(new Set<string>())
  const typedAccounts = useMemo(() => chart.accounts.filter((account) => account.formula === null), [chart])
  const [all, setAll] = useState(() => !rows.some(hasFigures))
  for (const row of rows) if (hasFigures(row)) used.current.add(row.clientKey)
  const count = used.current.size
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const lines = useMemo(() => {
    const toggle = (section: string) => setFolded((now) => withFolding(now, section, !now.has(section)))
    return count < 0 ? [] : getSheetLines(chart, (code) => all || used.current.has(code), { folded, toggle })
  }, [chart, all, count, folded])
  const show = (code: string) => {
    const wasUsed = used.current.has(code)
    used.current.add(code)
    const section = chart.byCode.get(code)?.section ?? ''
    setFolded((now) => (now.has(section) ? withFolding(now, section, false) : now))
    if (!wasUsed) setAll(true)
  }
  return { lines, all, setAll, unused: typedAccounts.length - count, show }
}
