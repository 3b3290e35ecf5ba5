import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { FormLines } from '#engines/review/web/index.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import { getRentIncreaseCap } from '../model/arithmetic.ts'
import { RoomRentIncrease } from '../model/entities.ts'
import type { Detail } from '../model/increases.ts'
import { getRentIncreaseRow, type Line } from '../model/rows.ts'
import { buildRentLine, type RentLine } from './Rents.tsx'
import type { CompareWithMarket } from './useMarket.ts'

const { roomRentIncreaseRequestId, approvedRent, lowerReason, medianPercent, utilityAllowance } =
  RoomRentIncrease.fields
const row = z.object({
  roomRentIncreaseRequestId,
  approvedRent,
  lowerReason,
  medianPercent,
  utilityAllowance,
})
export type ReviewRow = z.infer<typeof row>

/** How the review form holds the reviewer's rows, and turns them into the lines of a call. */
export const reviewLines = {
  shape: { lines: z.array(row).meta({ label: 'Rents', noun: 'Row' }) },
  valuesOf: (detail) => ({
    lines: detail.lines.map((line) => ({
      ...row.strip().parse(line),
      medianPercent: getRentIncreaseRow(detail.rentIncreaseTypeId, line, detail).medianPercent,
    })),
  }),
  sent: (values) => ({ lines: values.lines }),
} satisfies FormLines<Detail>

/** Returns the requested rent: the adjusted one that was submitted, if there is one. */
export const getRequestedRent = (line: Pick<Line, 'adjustedRent' | 'requestedRent'>): number | null =>
  line.adjustedRent ?? line.requestedRent

/** Returns the table lines of a request with its stored rents: requested, and approved if decided. */
export const getStoredRentLines = (detail: Detail, getMarket: CompareWithMarket): RentLine[] =>
  detail.lines.map((line) => {
    const rentIncreaseRow = getRentIncreaseRow(detail.rentIncreaseTypeId, line, detail)
    const key = String(line.roomRentIncreaseRequestId)
    return buildRentLine(
      rentIncreaseRow,
      key,
      getRequestedRent(line),
      line.approvedRent ?? getRequestedRent(line),
      getMarket,
    )
  })

/** Returns the table lines of a request with the rents that the reviewer has typed so far. */
export function useReviewedLines(detail: Detail, getRentIncreaseMarket: CompareWithMarket): RentLine[] {
  const { form } = useFormParts<{ lines: ReviewRow[] }>()
  const inputRows = useWatch({ control: form.control, name: 'lines' })
  return useMemo(
    () =>
      detail.lines.map((line, index) => {
        const lineWithInput: Line = { ...line, ...inputRows?.[index] }
        const rentIncreaseRow = getRentIncreaseRow(detail.rentIncreaseTypeId, lineWithInput, detail)
        return buildRentLine(
          rentIncreaseRow,
          String(line.roomRentIncreaseRequestId),
          getRequestedRent(line),
          lineWithInput.approvedRent,
          getRentIncreaseMarket,
        )
      }),
    [detail, inputRows, getRentIncreaseMarket],
  )
}

/** Returns the highest percent by which a row of the request may rise. */
export const getCapOfRequest = ({ rentIncreaseTypeId, caps }: Detail): number =>
  getRentIncreaseCap(rentIncreaseTypeId, caps)
