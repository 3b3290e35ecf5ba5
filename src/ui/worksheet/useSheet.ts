import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { same } from '../form/merge.ts'
import { type Cells, type CellValue, type ComputedSheet, computeSheet, type Sheet } from './sheet.ts'
import { begin, reduceSheet, type SheetAction, type SheetState } from './state.ts'

/** The state of a rendered worksheet. */
export interface SheetAtWork {
  state: SheetState
  /** Runs an action and returns the resulting state. */
  act: (action: SheetAction) => SheetState
  reckoned: ComputedSheet
  /**
   * The values of each line in the order of the columns. A line without changes has the same array as before.
   */
  rows: readonly (readonly CellValue[])[]
}

/**
 * Manages the state of a worksheet. `onChange` is called with the new values after each action. New `cells`
 * replace the values.
 */
export function useSheet(
  sheet: Sheet,
  cells: Cells,
  onChange: ((cells: Cells) => void) | undefined,
): SheetAtWork {
  const [state, setState] = useState(() => begin(sheet, cells))
  const latest = useRef({ state, sheet, onChange, receivedCells: cells })
  useEffect(() => {
    latest.current.sheet = sheet
    latest.current.onChange = onChange
  })
  // The state is also stored in a ref, because keys can be faster than renderings, and each depends on the
  // previous one.
  const act = useCallback((action: SheetAction) => {
    const { state: before, sheet: currentSheet, onChange: notify } = latest.current
    const after = reduceSheet(currentSheet, before, action)
    latest.current.state = after
    setState(after)
    if (after.cells !== before.cells && action.type !== 'load') {
      latest.current.receivedCells = after.cells
      notify?.(after.cells)
    }
    return after
  }, [])
  useEffect(() => {
    if (cells === latest.current.receivedCells) return
    latest.current.receivedCells = cells
    if (!same(cells, latest.current.state.cells)) act({ type: 'load', cells })
  }, [cells, act])

  const reckoned = useMemo(() => computeSheet(sheet, state.cells), [sheet, state.cells])
  const previous = useRef({ sheet, cells: state.cells, rows: [] as readonly (readonly CellValue[])[] })
  const rows = useMemo(
    () =>
      sheet.lines.map((line, index) => {
        const before = previous.current.rows[index]
        // A typed text affects only its own line and computed lines, so other lines are reused.
        const isUnchanged =
          previous.current.sheet === sheet && previous.current.cells[line.key] === state.cells[line.key]
        if (before && isUnchanged && !line.formula) return before
        const values = sheet.columns.map((column) => reckoned.at(line, column))
        return before && same(before, values) ? before : values
      }),
    [sheet, reckoned, state.cells],
  )
  useEffect(() => {
    previous.current = { sheet, cells: state.cells, rows }
  }, [sheet, state.cells, rows])
  return { state, act, reckoned, rows }
}
