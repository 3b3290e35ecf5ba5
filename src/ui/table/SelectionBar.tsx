import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#kernel/model/formats.ts'
import styles from './toolbar.module.css'
import type { RowKeys } from './useRowKeys.ts'
import type { Selection } from './useSelection.ts'

/**
 * The props of a bar below the table: the chosen rows, a function that clears the selection, and the keys for
 * the rows.
 */
export type SelectBar<Row> = { chosen: readonly Row[]; clear: () => void; rowKeys: RowKeys }

/**
 * The actions on many rows, and the label of a row's checkbox for screen readers. `bar` is shown below the
 * table instead of the actions.
 */
export type TableSelect<Row> = {
  label: (row: Row) => string
  bar?: (bar: SelectBar<Row>) => ReactNode
  actions?: readonly {
    label: string
    danger?: boolean
    /** Runs the action. If it returns true or undefined, the selection is cleared. */
    run: (rows: readonly Row[]) => Promise<boolean | undefined> | boolean | undefined
  }[]
}

/**
 * Shown above the table while rows are chosen: the count, the actions, and a button that clears the
 * selection.
 */
export function SelectionBar<Row>({
  rows,
  select,
  selection,
}: {
  rows: readonly Row[]
  select: TableSelect<Row>
  selection: Selection<Row>
}) {
  const [busy, setBusy] = useState(false)
  const matchingRows = rows.filter(selection.has)
  if (matchingRows.length === 0) return null
  const run = async (action: NonNullable<TableSelect<Row>['actions']>[number]) => {
    setBusy(true)
    try {
      if ((await action.run(matchingRows)) !== false) selection.setAll(rows, false)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.actions} data-noprint>
      <span role="status">{formatNumber(matchingRows.length)} selected</span>
      {select.actions?.map((action) => (
        <Button
          key={action.label}
          size="xs"
          color={action.danger ? 'red' : undefined}
          disabled={busy}
          onClick={() => void run(action).catch(() => undefined)}
        >
          {action.label}
        </Button>
      ))}
      <Button size="xs" variant="subtle" onClick={() => selection.setAll(rows, false)}>
        Clear selection
      </Button>
    </div>
  )
}
