import { Anchor, Group } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { formatDate } from '#kernel/model/dates.ts'
import { openPath } from '#review/model/index.ts'
import type { Held, PartProps } from '#review/web/index.ts'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
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
      return shape.parse({ ...line, key: keyOfLine(line), limit: typeof limit === 'number' ? limit : null })
    }),
  }),
  sent: (values) => ({
    lines: (values.lines as z.infer<typeof shape>[]).map(
      ({ roomRentIncreaseRequestId, approvedRent, lowerReason }) => ({
        roomRentIncreaseRequestId,
        approvedRent,
        lowerReason,
      }),
    ),
  }),
}

const shown = (moment: string | null) => (moment ? `saved ${formatDate(moment, 'MM/DD/YYYY')}` : 'not saved yet')

/** A page of the review beside the worksheet, with the way back to the request, its property and the queue. */
export const PageOfReview = ({ detail, name, children }: { detail: Detail; name: string; children: ReactNode }) => (
  <Screen
    title={`${name} of ${detail.requestNumber}, ${detail.subject}`}
    breadcrumbs={[
      { label: 'Rent increases', to: increases.routes.queue },
      { label: detail.subject, to: `/rentIncrease/RentIncreaseList/${detail.propertyId}` },
      { label: detail.requestNumber, to: openPath(increases, detail) },
    ]}
  >
    <PagesOfReview detail={detail} />
    {children}
  </Screen>
)

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

/** How a row of the request is known in a grid of the review. */
export const keyOfLine = (line: { roomRentIncreaseRequestId: number }): string => String(line.roomRentIncreaseRequestId)

/** The rows of a request as a grid of its review; `lines` in the form. */
export function ReviewedRents({
  detail,
  ...sheet
}: {
  detail: Detail
  caption: string
  columns: readonly SheetColumn[]
}) {
  const lines = useMemo(
    () => detail.lines.map((line) => ({ key: keyOfLine(line), label: labelOf(line, detail) })),
    [detail],
  )
  return (
    <WorksheetField {...sheet} name="lines" rowKey="key" lineHeading="Unit and rent type" lines={lines} total={null} />
  )
}

/** The reviewer's part: approved rents row by row, the checklist with its sources, and what Schedule II adds. */
export function ReviewPart({ detail }: PartProps<Detail>) {
  return (
    <>
      <PagesOfReview detail={detail} />
      <ReviewedRents detail={detail} caption="Rents to be approved" columns={columns} />
      <Checklist detail={detail} />
      <Field name="comments" rows={3} help="For the agency alone." />
      <FieldRow>
        <Field name="expiresOn" width={180} help="Empty: a year from the new rents on." />
      </FieldRow>
      <Field name="conditions" rows={2} help="Stands in Schedule II." />
    </>
  )
}
