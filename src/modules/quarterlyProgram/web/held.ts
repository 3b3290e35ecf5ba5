import { z } from 'zod'
import { money } from '#kernel/model/field.ts'
import type { Held } from '#review/web/index.ts'
import { typedAccounts } from '#statement/model/index.ts'
import type { FigureRow } from '#statement/web/index.ts'
import { TCAPAmount } from '../model/entities.ts'
import { besideOf, chartsIn, type SheetName } from '../model/month.ts'
import type { MonthDetail } from '../model/months.ts'

/** A row for each account of a sheet that is typed, so that every cell keeps its place, with what stands beside it. */
function rowsOf(detail: MonthDetail, sheet: SheetName): FigureRow[] {
  const held = new Map(detail[sheet].map((line) => [line.code, line]))
  const beside = besideOf(detail, sheet)
  return typedAccounts(chartsIn(detail)[sheet]).map(({ code }) => ({
    clientKey: code,
    amount: held.get(code)?.amount ?? null,
    ...beside.of(code),
    note: held.get(code)?.note ?? null,
  }))
}

/** The lines as they are stored, with where their figures and those beside them came from. */
export function storedOf(detail: MonthDetail, sheet: SheetName) {
  const held = new Map(detail[sheet].map((line) => [line.code, line]))
  const { codes, of, carried } = besideOf(detail, sheet)
  const origins = Object.fromEntries(
    Object.entries(carried).map(([column, words]) => [column, { by: null, at: '', carried: words }]),
  )
  return [...new Set([...held.keys(), ...codes])].map((code) => ({
    code,
    amount: held.get(code)?.amount ?? null,
    note: held.get(code)?.note ?? null,
    ...of(code),
    origins: { ...origins, ...held.get(code)?.origins },
  }))
}

/** Of each row what differs from the stored line; nothing else is sent, so that a colleague’s figures stay. */
function changed(rows: readonly FigureRow[], known: MonthDetail, sheet: SheetName) {
  const stored = new Map(known[sheet].map((line) => [line.code, line]))
  return rows.flatMap(({ clientKey: code, ...row }) => {
    const line = stored.get(code)
    const own = (['amount', 'note'] as const).filter((name) => (row[name] ?? null) !== (line?.[name] ?? null))
    return own.length === 0 ? [] : [{ code, ...Object.fromEntries(own.map((name) => [name, row[name]])) }]
  })
}

const shape = (label: string, beside: readonly string[]) =>
  z
    .array(
      z.object({
        clientKey: z.string(),
        amount: TCAPAmount.fields.amount,
        ...Object.fromEntries(beside.map((name) => [name, money(name)])),
        note: TCAPAmount.fields.note!,
      }),
    )
    .meta({ label, noun: 'Line' })

/** Both sheets within the company’s form. */
export const held: Held<MonthDetail> = {
  shape: {
    balance: shape('Balance sheet', ['lastMonth']),
    income: shape('Income and expense', ['earlier', 'budget']),
  },
  valuesOf: (detail) => ({ balance: rowsOf(detail, 'balance'), income: rowsOf(detail, 'income') }),
  sent: (values, known) => ({
    balance: changed(values.balance as FigureRow[], known, 'balance'),
    income: changed(values.income as FigureRow[], known, 'income'),
  }),
}
