import { z } from 'zod'
import type { Held } from '#review/web/index.ts'
import { typedAccounts } from '#statement/model/index.ts'
import type { FigureRow } from '#statement/web/index.ts'
import { AFSAmount } from '../model/entities.ts'
import type { Detail } from '../model/statements.ts'

import { scheduleHeld } from './schedules/index.ts'

/** A row for each account that is typed, whether it holds anything or not, so that every cell keeps its place. */
const rowsOf = (detail: Detail): FigureRow[] => {
  const known = new Map(detail.lines.map((line) => [line.code, line]))
  return typedAccounts(detail).map(({ code }) => ({
    clientKey: code,
    prior: detail.prior?.amounts[code] ?? null,
    amount: known.get(code)?.amount ?? null,
    note: known.get(code)?.note ?? null,
  }))
}

/** Of each row what differs from the stored line; nothing else is sent, so that a colleague’s figures stay. */
function changed(rows: readonly FigureRow[], known: Detail) {
  const stored = new Map(known.lines.map((line) => [line.code, line as Record<string, unknown>]))
  return rows.flatMap((row) => {
    const line = stored.get(row.clientKey)
    const own = (['amount', 'note'] as const).filter((name) => (row[name] ?? null) !== (line?.[name] ?? null))
    return own.length === 0
      ? []
      : [{ code: row.clientKey, ...Object.fromEntries(own.map((name) => [name, row[name]])) }]
  })
}

const row = z.object({
  clientKey: z.string(),
  prior: z.number().nullable(),
  amount: AFSAmount.fields.amount,
  note: AFSAmount.fields.note!,
})

/** Accounts and schedules within the form of a statement. */
export const held: Held<Detail> = {
  shape: { lines: z.array(row).meta({ label: 'Accounts', noun: 'Line' }), ...scheduleHeld.shape },
  valuesOf: (detail) => ({ lines: rowsOf(detail), ...scheduleHeld.valuesOf(detail) }),
  sent: async (values, known) => {
    const lines = changed(values.lines as FigureRow[], known)
    return { ...(lines.length > 0 ? { lines } : {}), ...(await scheduleHeld.sent(values, known)) }
  },
}
