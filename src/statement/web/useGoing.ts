import { useCallback, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Chart } from '#ground/money/chart/model/index.ts'
import { addressQuery } from '#ui/frame/address.ts'
import type { StatementColumn } from './StatementSheet.tsx'
import type { Shown } from './useShown.ts'

/** Leads to an account, in the column that is named or the one it is looked at in. */
export type Go = (code: string, column?: string) => void

/** Leads to a cell, or to an account wherever it is; `column` is the one it is looked at in. */
export function useGoing({ lines, show }: Shown, columns: readonly StatementColumn[], column: string) {
  const frame = useRef<HTMLDivElement>(null)
  // An account that was folded away is led to once it is there.
  const pending = useRef<[string, string] | null>(null)
  const focus = useCallback(
    (code: string, columnKey: string) => {
      const place = [
        lines.findIndex((line) => line.key === code),
        columns.findIndex((column) => column.key === columnKey),
      ]
      const cell = frame.current?.querySelector<HTMLElement>(
        `[data-line="${place[0]}"][data-column="${place[1]}"]`,
      )
      cell?.focus()
      cell?.scrollIntoView({ block: 'center' })
      return cell != null
    },
    [lines, columns],
  )
  const go: Go = (code, requestedColumn) => {
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
    go: useCallback<Go>((code, requestedColumn) => latest.current(code, requestedColumn), []),
  }
}

/** An account that is led to, in a column of it. */
export type Target = { code: string; column?: string | undefined }

/** Leads to the account that the screen around says, each time it says so. */
export function useTarget(target: Target | undefined, go: Go): void {
  useEffect(() => {
    if (target) go(target.code, target.column)
  }, [target, go])
}

/** Leads to the account that the address names (`?account=1120`): by a link, by reload and by going back. */
export function useNamedAccount(chart: Chart, go: Go): void {
  const visit = useLocation()
  const refObject = useRef<typeof visit>(null)
  useEffect(() => {
    if (refObject.current === visit) return
    refObject.current = visit
    const code = addressQuery().get('account')
    if (code && chart.of.has(code)) go(code)
  }, [visit, chart, go])
}
