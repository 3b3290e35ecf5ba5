import { z } from 'zod'
import type { FormLines } from '#engines/review/web/index.ts'
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

/**
 * Returns the key of a row: its unit type, rent type and class of tenants, which are the same before and
 * after it is stored.
 */
const getRowKey = (line: SentLine): string =>
  [line.projectRoomTypeId ?? 0, line.rentTypeId ?? 0, line.existingTenants ? 'existing' : ''].join('-')

const shape = z.object({
  key: z.string(),
  limit: z.number().nullable(),
  ...Object.fromEntries(lineFields.map((name) => [name, fields[name as keyof typeof fields]])),
})
export type FormRow = SentLine & { key: string; limit: number | null }

/** Builds the form's row from a line of the request, with the limit for its gross rent. */
export function buildFormRow(line: SentLine, detail: Detail): FormRow {
  const { limit } = getRentIncreaseRow(detail.rentIncreaseTypeId, line, detail)
  const values = Object.fromEntries(lineFields.map((name) => [name, line[name as keyof SentLine] ?? null]))
  return {
    ...values,
    existingTenants: line.existingTenants ?? false,
    key: getRowKey(line),
    limit: typeof limit === 'number' ? limit : null,
  }
}

/** How the company's form holds the rows, and turns them into the saved and deleted lines of a call. */
export const formLines = {
  shape: { lines: z.array(shape).meta({ label: 'Worksheet', noun: 'Row' }) },
  valuesOf: (detail) => ({ lines: detail.lines.map((line) => buildFormRow(line, detail)) }),
  sent: (values, detail) => {
    const rows = values.lines as FormRow[]
    const ids = new Map(detail.lines.map((line) => [getRowKey(line), line.roomRentIncreaseRequestId]))
    const lines = rows.map((row) => ({
      roomRentIncreaseRequestId: ids.get(row.key) ?? 0,
      ...Object.fromEntries(content.map((name) => [name, row[name as keyof FormRow]])),
    }))
    const present = new Set(rows.map((row) => row.key))
    const removedLines = detail.lines.filter(
      (line) => line.roomRentIncreaseRequestId > 0 && !present.has(getRowKey(line)),
    )
    return { lines, lineDeleteIds: removedLines.map((line) => line.roomRentIncreaseRequestId) }
  },
} satisfies FormLines<Detail>
