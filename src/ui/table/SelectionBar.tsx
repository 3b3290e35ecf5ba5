import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#kernel/model/formats.ts'
import styles from './toolbar.module.css'
import type { RowKeys } from './useRowKeys.ts'
import type { Selection } from './useSelection.ts'

/**
 * The props of a bar below the table: the chosen rows, a function to clear the choice, and the keys over the
 * rows.
 */
export type SelectBar<Row> = { chosen: readonly Row[]; clear: () => void; rowKeys: RowKeys }

/**
 * Actions on many rows: their labels, and the label of a row's checkbox for screen readers. `bar` is shown
 * below the table in place of the actions, and has keys over the rows.
 */
export type TableSelect<Row> = {
  label: (row: Row) => string
  bar?: (bar: SelectBar<Row>) => ReactNode
  actions?: readonly {
    label: string
    danger?: boolean
    /** Does it; when it answers true (or nothing), the choice is cleared. */
    run: (rows: readonly Row[]) => Promise<boolean | undefined> | boolean | undefined
  }[]
}

/** Shown above the table while rows are chosen: the count, the actions, and a button to clear the choice. */
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
