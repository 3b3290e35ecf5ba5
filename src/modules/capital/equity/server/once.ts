import { sql } from 'kysely'
import { formatDate } from '#kernel/model/dates.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { checkSheet, refuseFaultyRows } from '#statement/server/index.ts'
import * as calls from '../model/calls.ts'
import { type Once, type OnceRow, onceSheet, onceWords } from '../model/onceRow.ts'
import { type Found, findProperties, propertyOf } from './facts.ts'
import { alone, type Said, storeFigures } from './update.ts'
import { viewOf } from './views.ts'

const everyOnce = Object.keys(onceWords) as Once[]

/** What was set once already and is set again, in a sentence; null where it is set the first time. */
function setAlready({ figures }: Found, once: Once): string | null {
  const known = figures.find((one) => one[once] !== null)
  if (!known) return null
  const by = known.setByName ?? 'somebody who has left'
  return `${onceWords[once]} was set for ${known.year} on ${formatDate(known.setAt, 'MM/DD/YYYY')} by ${by}. Change that figure and say why.`
}

/** What is set once for a property; a second time is refused, and a correction says why. */
async function setOnce(context: AnyContext, once: Once, said: Said): Promise<calls.FigureView> {
  const already = setAlready(await propertyOf(context, said.propertyId), once)
  if (already) refuse.conflict(already)
  await storeFigures(context, [said], true)
  return viewOf(context, said.propertyId, said.year)
}

const said = ({ params, body }: { params: { propertyId: number; year: number }; body: object }): Said => ({
  ...body,
  ...params,
})

const parts = {
  developmentCost: ['developmentCost', 'originalMortgages', 'principalBefore', 'approvedImprovements'],
  closingReportDate: ['closingReportDate'],
  cutoffDate: ['cutoffDate'],
} as const satisfies Record<Once, readonly (keyof OnceRow)[]>

const amountsAlone = ['originalMortgages', 'principalBefore', 'approvedImprovements'] as const

/** What is incomplete in a row by itself. */
function incomplete(row: OnceRow): Fault[] {
  const faults: Fault[] = []
  const needs = (field: keyof OnceRow) =>
    faults.push({ field, message: `${onceSheet.labelOf(field)}: *Field is required` })
  if (row.developmentCost != null && row.originalMortgages == null) needs('originalMortgages')
  if (row.developmentCost == null && amountsAlone.some((name) => row[name] != null)) needs('developmentCost')
  if (faults.length === 0 && everyOnce.every((once) => row[once] == null))
    faults.push({
      field: 'propertyNumber',
      message: 'Property number: this row sets neither initial equity nor closing report nor cut-off date.',
    })
  return faults
}

/** A row by what is stored of its property: what it sets there, if anything, or what is wrong with it. */
function settle(row: OnceRow, year: number, properties: ReadonlyMap<string, Found>) {
  const found = properties.get(row.propertyNumber.toLowerCase())
  const unknown = { field: 'propertyNumber', message: `Property number: ${row.propertyNumber} is unknown.` }
  const faults: Fault[] = found ? incomplete(row) : [unknown]
  if (!found || faults.length > 0) return { sound: null, faults }
  const setting: Record<string, unknown> = {}
  for (const once of everyOnce.filter((one) => row[one] != null)) {
    const already = setAlready(found, once)
    const known = found.figures.find((one) => one[once] !== null)
    const same = parts[once].every((name) => row[name] == null || row[name] === known?.[name])
    if (already && !same) faults.push({ field: once, message: `${onceSheet.labelOf(once)}: ${already}` })
    if (!already) Object.assign(setting, Object.fromEntries(parts[once].map((name) => [name, row[name]])))
  }
  if (faults.length > 0) return { sound: null, faults }
  const note = row.note ? { note: row.note } : {}
  const sets = Object.keys(setting).length > 0
  return {
    sound: { sets: sets ? ({ ...setting, ...note, propertyId: found.propertyId, year } as Said) : null },
    faults,
  }
}

/** Properties with their equity, by the agency’s numbers in small letters. */
async function byNumber(context: AnyContext, rows: readonly Readonly<Record<string, unknown>>[]) {
  const numbers = rows.flatMap((row) => {
    const read = onceSheet.read(row)
    return read.success ? [read.data.propertyNumber.toLowerCase()] : []
  })
  const known = await sql<{ propertyId: number }>`
    select property_id from property where lower(agency_number) = any (${numbers}::text[])`.execute(context.db)
  const ids = known.rows.map((one) => one.propertyId)
  return new Map((await findProperties(context, ids)).map((one) => [one.agencyNumber!.toLowerCase(), one]))
}

/** What properties begin with: one at a time, or many from a sheet. */
export const servedOnce: Served[] = [
  serve(calls.uploadInitialEquity, (context) => setOnce(context, 'developmentCost', said(context))),
  serve(calls.uploadClosingReport, (context) => setOnce(context, 'closingReportDate', said(context))),
  serve(calls.uploadCutOffDate, (context) => setOnce(context, 'cutoffDate', said(context))),
  serve(calls.uploadOnce, async (context) => {
    const { body, params, query } = context
    await alone(context)
    const properties = await byNumber(context, body)
    const { faults, sound } = checkSheet(body, {
      sheet: onceSheet,
      once: {
        field: 'propertyNumber',
        keyOf: (row) => row.propertyNumber.toLowerCase(),
        nameOf: (row) => row.propertyNumber,
      },
      settle: (row) => settle(row, params.year, properties),
    })
    const setting = sound.flatMap(({ sets }) => sets ?? [])
    const counts = { rows: body.length, added: setting.length, changed: 0, unchanged: sound.length - setting.length }
    if (query.check) return { ...counts, faults }
    refuseFaultyRows(faults)
    if (setting.length > 0) await storeFigures(context, setting, true)
    return { ...counts, faults: [] }
  }),
]
