import { type Column, columns } from '#ui/table/DataTable.tsx'
import { keyLabel, keyLabels, permissionKeys } from '../model/permissionKeys.ts'
import { type GridRow, getNextLevel, type Level, levelLabels } from './gridState.ts'
import styles from './people.module.css'

/** Sets one cell. The function must remain the same object, because new columns are measured again. */
export type SetCell = (propertyId: number, key: string, level: Level) => void

const col = columns<GridRow>()
const KEY_WIDTH = 94

const propertyColumns = [
  col.link(
    'Property',
    (row) => row.propertyName,
    (row) => `/EditProject/${row.propertyId}`,
    { width: 230 },
  ),
  col.text('Number', (row) => row.agencyNumber, { width: 95, lesser: true }),
  col.text('Company', (row) => row.managementCompanyName, { width: 200, lesser: true }),
]

/**
 * The columns of the grid, one for each permission key. Cells are buttons that step through none, read and
 * write; without `set` they are text.
 */
export const createGridColumns = (set: SetCell | null): readonly Column<GridRow>[] => [
  ...propertyColumns,
  ...permissionKeys.map((key) =>
    col.node(keyLabels[key], (row) => <Cell row={row} permission={key} set={set} />, {
      width: KEY_WIDTH,
      lesser: key === 'Global_Admin',
      text: (row) => levelLabels[row.levels[key] ?? 'none'],
    }),
  ),
]

function Cell({ row, permission, set }: { row: GridRow; permission: string; set: SetCell | null }) {
  const level = row.levels[permission] ?? 'none'
  if (!set)
    return (
      <span className={styles.level} data-level={level}>
        {levelLabels[level]}
      </span>
    )
  const text = level === 'none' ? 'nothing' : levelLabels[level].toLowerCase()
  return (
    <button
      type="button"
      className={styles.cell}
      data-level={level}
      data-changed={row.stored[permission] !== level || undefined}
      data-print
      aria-label={`${keyLabel(permission)} on ${row.propertyName}: ${text}`}
      onClick={() => set(row.propertyId, permission, getNextLevel(level))}
    >
      {levelLabels[level]}
    </button>
  )
}
