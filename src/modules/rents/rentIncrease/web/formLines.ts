import { z } from 'zod'
import type { FormLines } from '#review/web/index.ts'
import { RoomRentIncrease } from '../model/entities.ts'
import type { Detail } from '../model/increases.ts'
import { getRentIncreaseRow, type SentLine } from '../model/rows.ts'

const { fields, content } = RoomRentIncrease
const lineFields = [
  'roomRentIncreaseRequestId',
  'projectRoomTypeRentId',
  'currentRent',
  'medianPercent',
  ...content,
] as const

/** A row is known by unit type, rent type and class, stored or not. */
const rowKey = (line: SentLine): string =>
  [line.projectRoomTypeId ?? 0, line.rentTypeId ?? 0, line.existingTenants ? 'existing' : ''].join('-')

const shape = z.object({
  key: z.string(),
  limit: z.number().nullable(),
  ...Object.fromEntries(lineFields.map((name) => [name, fields[name as keyof typeof fields]])),
})
export type FormRow = SentLine & { key: string; limit: number | null }

/** A row of the worksheet's grid, with the limit it is compared with. */
export function formRow(line: SentLine, detail: Detail): FormRow {
  const { limit } = getRentIncreaseRow(detail.rentIncreaseTypeId, line, detail)
  const values = Object.fromEntries(lineFields.map((name) => [name, line[name as keyof SentLine] ?? null]))
  return {
    ...values,
    existingTenants: line.existingTenants ?? false,
    key: rowKey(line),
    limit: typeof limit === 'number' ? limit : null,
  }
}

/** The rows within the form, and how they travel. */
export const formLines: FormLines<Detail> = {
  shape: { lines: z.array(shape).meta({ label: 'Worksheet', noun: 'Row' }) },
  valuesOf: (detail) => ({ lines: detail.lines.map((line) => formRow(line, detail)) }),
  sent: (values, detail) => {
    const rows = values.lines as FormRow[]
    const ids = new Map(detail.lines.map((line) => [rowKey(line), line.roomRentIncreaseRequestId]))
    const lines = rows.map((row) => ({
      roomRentIncreaseRequestId: ids.get(row.key) ?? 0,
      ...Object.fromEntries(content.map((name) => [name, row[name as keyof FormRow]])),
    }))
    const present = new Set(rows.map((row) => row.key))
    const matchingLines = detail.lines.filter(
      (line) => line.roomRentIncreaseRequestId > 0 && !present.has(rowKey(line)),
    )
    return { lines, lineDeleteIds: matchingLines.map((line) => line.roomRentIncreaseRequestId) }
  },
}
