import { useMemo } from 'react'
import { Link } from 'react-router'
import { dueWords } from '#core/platform/lookups/model/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { RequestStatus, requestStatusLabel } from '#kernel/model/status.ts'
import { useCall } from '#kernel/web/queries.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getMatrix } from '../model/calls.ts'
import { getPropertyFormsPath } from '../model/facts.ts'
import styles from './complianceForms.module.css'

type Row = Answer<typeof getMatrix>['rows'][number]
type Cell = Row['cells'][number]
const col = columns<Row>()

const describeCell = ({ statusId, late }: Cell): string => {
  if (statusId === null) return ''
  if (statusId === RequestStatus.NOT_STARTED) return late ? dueWords.overdue : 'Lacking'
  const label = requestStatusLabel(statusId, { submittedBefore: false })
  return late ? `${label}, overdue` : label
}

const getPath = (row: Row, exhibitId: number, { projectExhibitId, statusId }: Cell): string =>
  projectExhibitId !== null && statusId !== RequestStatus.NOT_SUBMITTED
    ? `/complianceForms/review/${projectExhibitId}`
    : `/complianceForms/${row.propertyId}/${exhibitId}`

/**
 * Shows which properties lack which forms: one row per property, one column per form, with the properties
 * that lack the most first.
 */
export function Matrix() {
  const { exhibits, rows } = useCall(getMatrix, {})
  const columns = useMemo(
    () => [
      col.link(
        'Property',
        (row) => row.propertyName,
        (row) => getPropertyFormsPath(row.propertyId),
        { width: 260 },
      ),
      ...exhibits.map(({ exhibitId, code }, index) =>
        col.node(
          code,
          (row) => {
            const cell = row.cells[index]!
            const text = describeCell(cell)
            if (!text) return <span className={styles.quiet}>–</span>
            return (
              <Link to={getPath(row, exhibitId, cell)} className={cell.late ? styles.comment : undefined}>
                {text}
              </Link>
            )
          },
          { width: 140, text: (row) => describeCell(row.cells[index]!) },
        ),
      ),
      col.number('Lacking', (row) => row.cells.filter(isLacking).length, { width: 95, total: true }),
      col.text('Management company', (row) => row.companyName, { width: 240, lesser: true }),
    ],
    [exhibits],
  )
  return (
    <DataTable
      caption="Which properties lack which form"
      rows={rows}
      columns={columns}
      rowKey={(row) => row.propertyId}
      alphabet={(row) => row.propertyName}
      initialSort={{ sortBy: 'Lacking', descending: true }}
      csvName="lacking-forms"
      empty="No property files compliance forms here."
    />
  )
}

const isLacking = ({ statusId }: Cell): boolean =>
  statusId === RequestStatus.NOT_STARTED ||
  statusId === RequestStatus.NOT_SUBMITTED ||
  statusId === RequestStatus.REJECTED
