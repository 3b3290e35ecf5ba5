import { useCallback, useMemo, useState } from 'react'
import type { PermissionEntry } from '#kernel/model/access.ts'
import type { Answer } from '#kernel/model/call.ts'
import { ApiError } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { useSend } from '#kernel/web/queries.ts'
import { type getPermissionGrid, savePermissions } from '../model/permissionCalls.ts'
import {
  buildGridRows,
  copyLevels,
  type GridRow,
  getChangedEntries,
  type Level,
  setLevels,
} from './gridState.ts'

type Grid = Answer<typeof getPermissionGrid>

/** The state of a permission grid while it is edited. All changes are saved together or not at all. */
export function useGrid(grid: Grid) {
  const [{ from, rows }, setState] = useState(() => ({ from: grid, rows: buildGridRows(grid) }))
  // Fresh data replaces the stored rows immediately, and unsaved changes remain.
  if (from !== grid) setState({ from: grid, rows: buildGridRows(grid, rows) })
  const send = useSend(savePermissions, { alsoDrops: ['permissions', 'users'], quiet: true })
  const [problems, setProblems] = useState<string[]>([])
  const [saving, setSaving] = useState(false)
  const change = useCallback(
    (update: (rows: readonly GridRow[]) => GridRow[]) =>
      setState((state) => ({ ...state, rows: update(state.rows) })),
    [],
  )
  const setCell = useCallback(
    (propertyId: number, key: string, level: Level) =>
      change((before) => setLevels(before, new Set([propertyId]), [key], level)),
    [change],
  )
  const changes = useMemo(() => getChangedEntries(rows), [rows])
  const save = async () => {
    setSaving(true)
    setProblems([])
    try {
      const { userId, managementCompanyId } = grid
      await send({
        params: { id: managementCompanyId ?? 0 },
        body: { userId, permissions: changes as never },
      })
      notify('The permissions are saved. They count from the next click on.')
    } catch (error) {
      const faults = error instanceof ApiError ? error.faults.map((fault) => fault.message) : []
      setProblems(faults.length > 0 ? faults : ['This could not be saved. Please try again.'])
    } finally {
      setSaving(false)
    }
  }
  return {
    rows,
    changes,
    problems,
    saving,
    setCell,
    save,
    setMany: (gridRows: readonly GridRow[], keys: readonly string[], level: Level) =>
      change((before) => setLevels(before, new Set(gridRows.map((row) => row.propertyId)), keys, level)),
    copy: (entries: readonly PermissionEntry[]) => change((before) => copyLevels(before, entries)),
    undo: () => {
      setProblems([])
      setState({ from: grid, rows: buildGridRows(grid) })
    },
  }
}
