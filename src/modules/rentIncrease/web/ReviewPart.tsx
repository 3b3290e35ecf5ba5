import { Anchor, Group } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { formatDate } from '#kernel/model/dates.ts'
import { openPath } from '#review/model/index.ts'
import type { Held, PartProps } from '#review/web/index.ts'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import type { SheetColumn } from '#ui/worksheet/sheet.ts'
import { WorksheetField } from '#ui/worksheet/WorksheetField.tsx'
import { RoomRentIncrease } from '../model/entities.ts'
import { type Detail, increases } from '../model/increases.ts'
import { labelOf, rowOf } from '../model/rows.ts'
import { Checklist } from './Checklist.tsx'

const { roomRentIncreaseRequestId, approvedRent, lowerReason } = RoomRentIncrease.fields
const shape = z.object({
  key: z.string(),
  roomRentIncreaseRequestId,
  approvedRent,
  lowerReason,
  ...Object.fromEntries(
    ['units', 'currentRent', 'requestedRent', 'adjustedRent', 'utilityAllowance', 'limit'].map((name) => [
      name,
      z.number().nullable(),
    ]),
  ),
})

const columns: readonly SheetColumn[] = [
  { key: 'units', label: 'Units', kind: 'number', readOnly: true, width: 50 },
  { key: 'currentRent', label: 'Current', readOnly: true, width: 65 },
  { key: 'requestedRent', label: 'Typed', readOnly: true, width: 65 },
  { key: 'adjustedRent', label: 'Submitted', readOnly: true, width: 75 },
  { key: 'approvedRent', label: 'Approved', width: 80 },
  { key: 'utilityAllowance', label: 'Utilities', readOnly: true, width: 65 },
  { key: 'gross', label: 'Gross', width: 65, formula: (read) => read('approvedRent') + read('utilityAllowance') },
  { key: 'limit', label: 'Limit', readOnly: true, width: 65 },
  { key: 'lowerReason', label: 'Reason where lower', kind: 'text', width: 220 },
]

/** The reviewer's rents within the review, and how they travel. */
export const reviewHeld: Held<Detail> = {
  shape: { lines: z.array(shape).meta({ label: 'Worksheet', noun: 'Row' }) },
  valuesOf: (detail) => ({
    lines: detail.lines.map((line) => {
      const { limit } = rowOf(detail.rentIncreaseTypeId, line, detail)
      const { units, currentRent, requestedRent, adjustedRent, utilityAllowance } = line
      return {
        ...{ units, currentRent, requestedRent, adjustedRent, utilityAllowance },
        key: String(line.roomRentIncreaseRequestId),
        roomRentIncreaseRequestId: line.roomRentIncreaseRequestId,
        approvedRent: line.approvedRent,
        lowerReason: line.lowerReason,
        limit: typeof limit === 'number' ? limit : null,
      }
    }),
  }),
  sent: (values) => ({
    lines: (values.lines as z.infer<typeof shape>[]).map((line) => ({
      roomRentIncreaseRequestId: line.roomRentIncreaseRequestId,
      approvedRent: line.approvedRent,
      lowerReason: line.lowerReason,
    })),
  }),
}

const shown = (moment: string | null) => (moment ? `saved ${formatDate(moment, 'MM/DD/YYYY')}` : 'not saved yet')

/** From a page of the review back to the request, its property and the queue. */
export const breadcrumbsOf = (detail: Detail) => [
  { label: 'Rent increases', to: increases.routes.queue },
  { label: detail.subject, to: `/rentIncrease/RentIncreaseList/${detail.propertyId}` },
  { label: detail.requestNumber, to: openPath(increases, detail) },
]

/** The pages of a review, each with when it was last saved. */
export function PagesOfReview({ detail }: { detail: Detail }) {
  const id = detail.rentIncreaseRequestHeaderId
  const pages = [
    { label: 'Worksheet', to: 'ReviewWorksheet', saved: detail.worksheetSaved },
    { label: 'Tax-credit review', to: 'ReviewTaxCredit', saved: detail.taxCreditSaved },
    { label: 'Cash-flow review', to: 'ReviewCashFlow', saved: detail.cashFlowSaved },
  ]
  return (
    <nav aria-label="Pages of the review">
      <Group gap="lg">
        {pages.map(({ label, to, saved }) => (
          <Anchor key={to} component={Link} to={`/rentIncrease/${to}/${id}`}>
            {label} ({shown(saved)})
          </Anchor>
        ))}
      </Group>
    </nav>
  )
}

/** The reviewer's part: approved rents row by row, the checklist with its sources, and what Schedule II adds. */
export function ReviewPart({ detail }: PartProps<Detail>) {
  const lines = useMemo(
    () => detail.lines.map((line) => ({ key: String(line.roomRentIncreaseRequestId), label: labelOf(line, detail) })),
    [detail],
  )
  return (
    <>
      <PagesOfReview detail={detail} />
      <WorksheetField
        name="lines"
        rowKey="key"
        caption="Rents to be approved"
        lineHeading="Unit and rent type"
        columns={columns}
        lines={lines}
        total={null}
      />
      <Checklist detail={detail} />
      <Field name="comments" rows={3} help="For the agency alone." />
      <FieldRow>
        <Field name="expiresOn" width={180} help="Empty: a year from the new rents on." />
      </FieldRow>
      <Field name="conditions" rows={2} help="Stands in Schedule II." />
    </>
  )
}
