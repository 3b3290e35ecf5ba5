import { Alert, Button, Group, Switch } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Answer } from '#kernel/model/call.ts'
import { plural } from '#kernel/model/formats.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { MultiSelect } from '#ui/form/inputs/choice.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import type { getPermissionGrid } from '../model/permissionCalls.ts'
import { keyLabels, permissionKeys } from '../model/permissionKeys.ts'
import { CopyFrom } from './CopyFrom.tsx'
import { createGridColumns } from './gridColumns.tsx'
import type { GridRow, Level } from './gridState.ts'
import styles from './people.module.css'
import { useGrid } from './useGrid.ts'
import { useConfirmLeave } from './useLeaveQuestion.ts'

type Grid = Answer<typeof getPermissionGrid>
type State = ReturnType<typeof useGrid>

const MOST_PROBLEMS = 10
const getId = (row: GridRow): number => row.propertyId
const keyOptions = permissionKeys
  .filter((key) => key !== 'Global_Admin')
  .map((key) => ({ value: key, label: keyLabels[key] }))
const readColumns = createGridColumns(null)
const differs = (row: GridRow) => permissionKeys.some((key) => row.levels[key] !== row.stored[key])
const readTabs = [
  { label: 'All', match: () => true },
  {
    label: 'With permissions',
    match: (row: GridRow) => permissionKeys.some((key) => row.levels[key] !== 'none'),
  },
]
const writeTabs = [...readTabs, { label: 'Changed', match: differs }]

/**
 * The grid of properties by permissions. A click changes one cell, an action changes the selected rows, and
 * all changes are saved together. Without the right to change, it shows text.
 */
export function PermissionTable({ grid }: { grid: Grid }) {
  const readOnly = useReadOnly()
  const state = useGrid(grid)
  const editable = grid.mayManage && !readOnly
  const [showsAll, setShowsAll] = useState(false)
  const [keys, setKeys] = useState<(string | number)[]>([])
  useConfirmLeave(state.changes.length > 0)
  const gridRows = useMemo(
    () => (showsAll ? state.rows : state.rows.filter((row) => row.ofCompany)),
    [state.rows, showsAll],
  )
  return (
    <div className={styles.panel}>
      {editable && (
        <>
          <SaveBar state={state} />
          <div className={styles.bar} data-noprint>
            <MultiSelect
              label="Set for chosen properties (empty: every permission)"
              options={keyOptions}
              value={keys}
              onChange={(value) => setKeys(value ?? [])}
              width="min(38rem, 100%)"
            />
            <CopyFrom grid={grid} onCopy={state.copy} />
          </div>
        </>
      )}
      {grid.properties.some((property) => !property.ofCompany) && (
        <Switch
          label="Show all properties of the portfolio"
          checked={showsAll}
          onChange={(event) => setShowsAll(event.currentTarget.checked)}
        />
      )}
      <GridTable rows={gridRows} state={state} editable={editable} keys={keys.map(String)} />
    </div>
  )
}

/** The table of the grid. `keys` are the permissions that an action on selected rows sets; all if empty. */
function GridTable({
  rows,
  state,
  editable,
  keys,
}: {
  rows: readonly GridRow[]
  state: State
  editable: boolean
  keys: readonly string[]
}) {
  const { setCell, setMany } = state
  const columns = useMemo(() => (editable ? createGridColumns(setCell) : readColumns), [editable, setCell])
  const targetKeys = keys.length > 0 ? keys : keyOptions.map((keyOption) => keyOption.value)
  const createBulkAction = (label: string, level: Level) => ({
    label,
    danger: level === 'none',
    // Returns false to keep the selection, because users often set several levels one after the other.
    run: (gridRows: readonly GridRow[]) => {
      setMany(gridRows, targetKeys, level)
      return false
    },
  })
  const actions = [
    createBulkAction('May read', 'read'),
    createBulkAction('May write', 'write'),
    createBulkAction('Take away', 'none'),
  ]
  return (
    <DataTable
      caption="Permissions"
      rows={rows}
      columns={columns}
      rowKey={getId}
      tabs={editable ? writeTabs : readTabs}
      csvName="permissions"
      height={520}
      {...(editable ? { select: { label: (row: GridRow) => row.propertyName, actions } } : {})}
      empty="This person has no company and holds nothing on any property. Show all properties to give something."
    />
  )
}

function SaveBar({ state }: { state: State }) {
  const { changes, problems, saving, save, undo } = state
  return (
    <div>
      <Group gap="sm" data-noprint>
        <Button onClick={() => void save()} disabled={changes.length === 0} loading={saving}>
          Save permissions
        </Button>
        <Button variant="default" onClick={undo} disabled={changes.length === 0 || saving}>
          Undo changes
        </Button>
        <span role="status">
          {changes.length === 0
            ? 'Nothing to save.'
            : `${plural(changes.length, 'change', 'changes')} not saved`}
        </span>
      </Group>
      {problems.length > 0 && (
        <Alert color="red" role="alert" title="Nothing was saved" mt="sm">
          {problems.slice(0, MOST_PROBLEMS).map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </Alert>
      )}
    </div>
  )
}
