import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { FormLines } from '#review/web/index.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import { capOf } from '../model/arithmetic.ts'
import { RoomRentIncrease } from '../model/entities.ts'
import type { Detail } from '../model/increases.ts'
import { type Line, rowOf } from '../model/rows.ts'
import { type RentLine, rentLine } from './Rents.tsx'
import type { MarketOf } from './useMarket.ts'

const { roomRentIncreaseRequestId, approvedRent, lowerReason, medianPercent, utilityAllowance } =
  RoomRentIncrease.fields
const row = z.object({ roomRentIncreaseRequestId, approvedRent, lowerReason, medianPercent, utilityAllowance })
type ReviewRow = z.infer<typeof row>

/** The reviewer's rents within the review, and how they travel. */
export const reviewLines: FormLines<Detail> = {
  shape: { lines: z.array(row).meta({ label: 'Rents', noun: 'Row' }) },
  valuesOf: (detail) => ({
    lines: detail.lines.map((line) => ({
      ...row.strip().parse(line),
      medianPercent: rowOf(detail.rentIncreaseTypeId, line, detail).medianPercent,
    })),
  }),
  sent: (values) => ({ lines: values.lines }),
}

/** Returns the requested rent: the adjusted one that was submitted, if there is one. */
export const askedOf = (line: Pick<Line, 'adjustedRent' | 'requestedRent'>): number | null =>
  line.adjustedRent ?? line.requestedRent

/** The rents of a request as filed and decided. */
export const filedLines = (detail: Detail, marketOf: MarketOf): RentLine[] =>
  detail.lines.map((line) => {
    const found = rowOf(detail.rentIncreaseTypeId, line, detail)
    const key = String(line.roomRentIncreaseRequestId)
    return rentLine(found, key, askedOf(line), line.approvedRent ?? askedOf(line), marketOf)
  })

/** The rents within the review, as they are typed. */
export function useReviewedLines(detail: Detail, marketOf: MarketOf): RentLine[] {
  const { form } = useFormParts()
  const typed = useWatch({ control: form.control, name: 'lines' }) as ReviewRow[] | undefined
  return useMemo(
    () =>
      detail.lines.map((line, index) => {
        const merged: Line = { ...line, ...typed?.[index] }
        const found = rowOf(detail.rentIncreaseTypeId, merged, detail)
        return rentLine(found, String(line.roomRentIncreaseRequestId), askedOf(line), merged.approvedRent, marketOf)
      }),
    [detail, typed, marketOf],
  )
}

/** The most a row of a request may rise, percent points. */
export const capFor = ({ rentIncreaseTypeId, caps }: Detail): number => capOf(rentIncreaseTypeId, caps)
