import { useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Chart } from '#core/money/chart/model/index.ts'
import { addressQuery } from '#ui/frame/address.ts'
import type { StatementColumn } from './StatementSheet.tsx'
import type { VisibleLines } from './useVisibleLines.ts'

/** Goes to an account, in the named column or the default one. */
export type GoToAccount = (code: string, column?: string) => void

/**
 * Returns the function that goes to an account, even if it is hidden, and the one that focuses a cell.
 * `column` is the default column.
 */
export function useGoToAccount(
  { lines, show }: VisibleLines,
  columns: readonly StatementColumn[],
  column: string,
) {
  const frame = useRef<HTMLDivElement>(null)
  // The cell of a hidden account gets the focus after the account appears.
  const pending = useRef<[string, string] | null>(null)
  const focus = useCallback(
    (code: string, columnKey: string) => {
      const indexes = [
        lines.findIndex((line) => line.key === code),
        columns.findIndex((column) => column.key === columnKey),
      ]
      const cell = frame.current?.querySelector<HTMLElement>(
        `[data-line="${indexes[0]}"][data-column="${indexes[1]}"]`,
      )
      cell?.focus()
      cell?.scrollIntoView({ block: 'center' })
      return cell != null
    },
    [lines, columns],
  )
  const go: GoToAccount = (code, requestedColumn) => {
    const targetColumn = columns.some((column) => column.key === requestedColumn) ? requestedColumn! : column
    if (focus(code, targetColumn)) return
    pending.current = [code, targetColumn]
    show(code)
  }
  useEffect(() => {
    if (pending.current && focus(...pending.current)) pending.current = null
  }, [focus])
  const latest = useRef(go)
  useEffect(() => {
    latest.current = go
  })
  return {
    frame,
    focus,
    go: useCallback<GoToAccount>((code, requestedColumn) => latest.current(code, requestedColumn), []),
  }
}

/** The account to go to, and optionally its column. */
export type AccountTarget = { code: string; column?: string | undefined }

/** Goes to the account of the surrounding screen each time it sets another target. */
export function useTarget(target: AccountTarget | undefined, go: GoToAccount): void {
  useEffect(() => {
    if (target) go(target.code, target.column)
  }, [target, go])
}

/** Goes to the account in the address (`?account=1120`), after a link, a reload, or a step back. */
export function useAddressedAccount(chart: Chart, go: GoToAccount): void {
  const visit = useLocation()
  const lastVisit = useRef<typeof visit>(null)
  useEffect(() => {
    if (lastVisit.current === visit) return
    lastVisit.current = visit
    const code = addressQuery().get('account')
    if (code && chart.byCode.has(code)) go(code)
  }, [visit, chart, go])
}
