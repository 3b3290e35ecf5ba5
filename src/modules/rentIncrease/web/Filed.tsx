import { Alert } from '@mantine/core'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import type { PartProps } from '#review/web/index.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import type { Detail } from '../model/increases.ts'
import { labelOf } from '../model/rows.ts'
import { SIGNED } from '../model/rules.ts'
import { limitColumn } from './LimitBar.tsx'
import { Paper, RollFindings } from './Papers.tsx'
import { PagesOfReview } from './ReviewPart.tsx'

type Line = Detail['lines'][number]
const col = columns<Line>()

const columnsOf = (detail: Detail) => [
  col.text('Unit and rent type', (line) => labelOf(line, detail), { width: 260 }),
  col.number('Units', (line) => line.units, { width: 70, total: true }),
  col.money('Current', (line) => line.currentRent, { width: 110 }),
  col.money('Requested', (line) => line.adjustedRent ?? line.requestedRent, { width: 110 }),
  ...(detail.lines.some((line) => line.approvedRent !== null)
    ? [
        col.money('Approved', (line: Line) => line.approvedRent, { width: 110 }),
        col.text('Reason where lower', (line: Line) => line.lowerReason, { width: 200, wrap: true }),
      ]
    : []),
  limitColumn(detail, 260),
]

/** The rows as filed and decided, what the rent roll's check found, and the place of the signed Schedule II. */
export function Filed({ detail, refresh }: PartProps<Detail>) {
  const readOnly = useReadOnly()
  return (
    <>
      {detail.onHold && (
        <Alert color="yellow" title="Schedule II is held back">
          {detail.holdReason}
        </Alert>
      )}
      {detail.canAssign && <PagesOfReview detail={detail} />}
      <DataTable
        caption="Rents"
        rows={detail.lines}
        columns={columnsOf(detail)}
        rowKey={(line) => line.roomRentIncreaseRequestId}
        plain
        empty="No rents."
      />
      <RollFindings detail={detail} />
      {detail.statusId === 5 && !readOnly && (
        <Paper
          kind={SIGNED}
          detail={detail}
          store={async () => detail.rentIncreaseRequestHeaderId}
          onChanged={refresh}
        />
      )}
    </>
  )
}
