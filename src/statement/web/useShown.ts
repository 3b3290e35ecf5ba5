import { useMemo, useRef, useState } from 'react'
import type { Chart } from '#ground/money/chart/model/index.ts'
import { sheetLines } from './lines.ts'
import { type FigureRow, hasFigures } from './rows.ts'

const turned = (folded: ReadonlySet<string>, section: string, folds: boolean): ReadonlySet<string> =>
  new Set(folds ? [...folded, section] : [...folded].filter((text) => text !== section))

/** Which accounts of a worksheet are shown, and what shows others. */
export type Shown = ReturnType<typeof useShown>

/** Which accounts are shown: those that have had anything stay, the others when they are asked for. */
export function useShown(chart: Chart, rows: readonly FigureRow[]) {
  const used = useRef(new Set<string>())
  const draft = useMemo(() => chart.accounts.filter((account) => account.formula === null), [chart])
  const [all, setAll] = useState(() => !rows.some(hasFigures))
  for (const row of rows) if (hasFigures(row)) used.current.add(row.clientKey)
  const count = used.current.size
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const lines = useMemo(() => {
    const toggle = (section: string) => setFolded((now) => turned(now, section, !now.has(section)))
    return count < 0 ? [] : sheetLines(chart, (code) => all || used.current.has(code), { folded, toggle })
  }, [chart, all, count, folded])
  const show = (code: string) => {
    const wasUsed = used.current.has(code)
    used.current.add(code)
    const section = chart.of.get(code)?.section ?? ''
    setFolded((now) => (now.has(section) ? turned(now, section, false) : now))
    if (!wasUsed) setAll(true)
  }
  return { lines, all, setAll, unused: draft.length - count, show }
}
