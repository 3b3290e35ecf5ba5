import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { plural } from '#kernel/model/formats.ts'
import { ApiError, ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useHolds, useIsAgency } from '#ui/frame/hooks.ts'
import { useKeys } from '#ui/frame/keys.ts'
import { statusTone } from '#ui/frame/StatusChip.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { fileUnchanged, getByUserId, type ListedProperty } from '../model/calls.ts'
import { getPropertyAllowancesPath } from '../model/facts.ts'

type ListRow = ListedProperty & { outcome: string }
const col = columns<ListRow>()
const getPath = (line: ListedProperty): string =>
  line.utilityAllowanceId === null
    ? getPropertyAllowancesPath(line.propertyId)
    : `/utilityAllowance/view/${line.propertyId}/${line.utilityAllowanceId}`
const allowanceColumns = [
  col.link('Property', (line) => line.propertyName, getPath, { width: 250 }),
  col.number('Units', (line) => line.units, { width: 75, total: true }),
  col.text('Quarter', (line) => `${line.year} Q${line.quarter}`, { width: 90 }),
  col.date('Due', (line) => line.dueDate, { width: 105 }),
  col.chip(
    'Status',
    (line) => line.statusLabel,
    (line) => statusTone(line.statusId ?? 0),
    { width: 140 },
  ),
  col.text('Last approved', (line) => line.approved, { width: 260 }),
  col.date('Expires', (line) => line.expiresOn, { width: 105 }),
  col.chip(
    'Validity',
    (line) => line.approved && (line.isExpired ? 'Expired' : 'In force'),
    (line) => (line.isExpired ? 'red' : 'green'),
    { width: 100 },
  ),
  col.text('Just now', (line) => line.outcome, { width: 240, wrap: true }),
  col.text('Management company', (line) => line.companyName, { width: 220, lesser: true }),
]

/**
 * Returns a function that files quarters as unchanged, one property after the other, and the outcome of each.
 * A refused property does not stop the others.
 */
function useNoChange() {
  const client = useQueryClient()
  const [outcomes, setOutcomes] = useState<Readonly<Record<number, string>>>({})
  const running = useRef(false)
  const run = async (lines: readonly ListedProperty[]) => {
    if (running.current || lines.length === 0) return
    running.current = true
    let filed = 0
    for (const { propertyId, year, quarter, version } of lines) {
      const failure = await ask(
        fileUnchanged,
        { params: { projectId: propertyId }, body: { year, quarter, version } },
        { quiet: true },
      ).then(
        () => null,
        (error: unknown) =>
          error instanceof ApiError ? error.message : 'Not filed: the connection was lost.',
      )
      if (failure === null) filed += 1
      setOutcomes((before) => ({ ...before, [propertyId]: failure ?? `Submitted for ${year} Q${quarter}.` }))
    }
    running.current = false
    await Promise.all(
      ['utilityallowance', 'tasks'].map((name) => client.invalidateQueries({ queryKey: [name] })),
    )
    const remaining = lines.length - filed
    const text = `${plural(filed, 'property', 'properties')} filed as unchanged`
    notify(remaining > 0 ? `${text}; ${remaining} not, each says why.` : `${text}.`, {
      kind: remaining > 0 ? 'warning' : 'success',
    })
  }
  return { outcomes, run }
}

/**
 * The properties that a user files for, earliest due date first, each with the quarter due next. The key `=`
 * files all of them as unchanged.
 */
export function PropertyList({ userId }: { userId: number }) {
  const lines = useCall(getByUserId, { params: { userId } })
  const agency = useIsAgency()
  const readOnly = useReadOnly()
  const hasPermission = useHolds('Utility_Allowance', 'write')
  const mayWrite = hasPermission && !readOnly && !agency
  const { outcomes, run } = useNoChange()
  const rows = useMemo(
    () => lines.map((line) => ({ ...line, outcome: outcomes[line.propertyId] ?? '' })),
    [lines, outcomes],
  )
  const repeatable = lines.filter((line) => line.mayRepeat)
  const label = `No change for all ${repeatable.length} properties`
  useKeys(
    'Utility allowances',
    mayWrite && repeatable.length > 0 ? [{ key: '=', label, run: () => void run(repeatable) }] : [],
  )
  return (
    <DataTable
      caption="Properties"
      rows={rows}
      columns={allowanceColumns}
      rowKey={(line) => line.propertyId}
      to={getPath}
      csvName="utility-allowance-properties"
      alphabet={(line) => line.propertyName}
      {...(mayWrite && {
        select: {
          label: (line: ListRow) => line.propertyName,
          actions: [
            {
              label: 'File as unchanged',
              run: async (selected: readonly ListRow[]) => {
                await run(selected.filter((line) => line.mayRepeat))
                return true
              },
            },
          ],
        },
      })}
      empty="No property files utility allowances here."
    />
  )
}
