import { sql } from 'kysely'
import type { z } from 'zod'
import { formatDate } from '#kernel/model/dates.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { fiscalYear, yearEndIn } from '#kernel/model/years.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { wholeBody } from '#kernel/server/shape.ts'
import { checkSheet, refuseFaultyRows } from '#statement/server/index.ts'
import * as calls from '../model/calls.ts'
import { type Once, type OnceRow, onceSheet, onceWords } from '../model/onceRow.ts'
import { type Found, findProperties, loadEquityCost, loadProperty } from './facts.ts'
import { alone, type Said, storeFigures } from './update.ts'
import { loadEquityView } from './views.ts'

const everyOnce = Object.keys(onceWords) as Once[]

/** The sentence that refuses to set a value a second time; null the first time. */
function setAlready({ figures }: Found, once: Once): string | null {
  const figure = figures.find((item) => item[once] !== null)
  if (!figure) return null
  const setByName = figure.setByName ?? 'somebody who has left'
  return `${onceWords[once]} was set for ${figure.year} on ${formatDate(figure.setAt, 'MM/DD/YYYY')} by ${setByName}. Change that figure and say why.`
}

/** Sets values once for a property; a second time is refused, and a correction requires a reason. */
async function setOnce(context: AnyContext, once: Once, figureInput: Said): Promise<calls.FigureView> {
  const already = setAlready(await loadProperty(context, figureInput.propertyId), once)
  if (already) refuse.conflict(already)
  await storeFigures(context, [figureInput], true)
  return loadEquityView(context, figureInput.propertyId, figureInput.year)
}

/** What a note says of a day or amount that came without one, so that whoever reads it can put it right. */
const NOT_GIVEN = 'Not given by whoever set it'
const MOST_OF_NOTE = 1000

type Params = { params: { propertyId: number; year: number }; body: object }

/** What is set by a body of this schema; without a body, what the portal knows, with a note that says so. */
async function said(
  context: AnyContext & Params,
  schema: z.ZodType<object>,
  loadValues: (property: Found, year: number) => Promise<Omit<Said, 'propertyId' | 'year'>>,
): Promise<Said> {
  const { params, body, request } = context
  if (!request.isPathOnly) return { ...wholeBody(schema, body), ...params }
  const property = await loadProperty(context, params.propertyId)
  const values = await loadValues(property, params.year)
  const note = property.figures.find(({ year }) => year === params.year)?.note
  return { ...values, ...params, note: [note, values.note].filter(Boolean).join(' ').slice(0, MOST_OF_NOTE) }
}

/** The cost and the mortgages that the property's distributions rest on. */
const knownCost = (context: AnyContext) => async (property: Found, year: number) => {
  const cost = await loadEquityCost(context, property.propertyId, year)
  if (!cost)
    return refuse.conflict(
      `The portal knows no development cost of ${property.propertyName} for ${year}. Enter it with the initial equity.`,
    )
  return {
    ...cost,
    note: `${NOT_GIVEN}: development cost and mortgages are those of the basis of distributions.`,
  }
}

const lastDay = async ({ endMonth }: Found, year: number) => ({
  cutoffDate: yearEndIn(fiscalYear(year), endMonth),
  note: `${NOT_GIVEN}: the cut-off date is the last day of the fiscal year.`,
})

const today = (context: AnyContext) => async () => ({
  closingReportDate: context.settings.today(),
  note: `${NOT_GIVEN}: the date of the closing report is the day on which it was entered.`,
})

const parts = {
  developmentCost: ['developmentCost', 'originalMortgages', 'principalBefore', 'approvedImprovements'],
  closingReportDate: ['closingReportDate'],
  cutoffDate: ['cutoffDate'],
} as const satisfies Record<Once, readonly (keyof OnceRow)[]>

const amountsAlone = ['originalMortgages', 'principalBefore', 'approvedImprovements'] as const

/** Finds missing fields of a row by itself. */
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

/** Compares a row with the stored property: the values it sets, if any, or its faults. */
function settle(row: OnceRow, year: number, properties: ReadonlyMap<string, Found>) {
  const property = properties.get(row.propertyNumber.toLowerCase())
  const unknown = { field: 'propertyNumber', message: `Property number: ${row.propertyNumber} is unknown.` }
  const faults: Fault[] = property ? incomplete(row) : [unknown]
  if (!property || faults.length > 0) return { sound: null, faults }
  const setting: Record<string, unknown> = {}
  for (const once of everyOnce.filter((text) => row[text] != null)) {
    const already = setAlready(property, once)
    const figure = property.figures.find((item) => item[once] !== null)
    const isUnchanged = parts[once].every((name) => row[name] == null || row[name] === figure?.[name])
    if (already && !isUnchanged)
      faults.push({ field: once, message: `${onceSheet.labelOf(once)}: ${already}` })
    if (!already) Object.assign(setting, Object.fromEntries(parts[once].map((name) => [name, row[name]])))
  }
  if (faults.length > 0) return { sound: null, faults }
  const note = row.note ? { note: row.note } : {}
  const sets = Object.keys(setting).length > 0
  return {
    sound: { sets: sets ? ({ ...setting, ...note, propertyId: property.propertyId, year } as Said) : null },
    faults,
  }
}

/** Properties with their equity, by the agency’s numbers in small letters. */
async function byNumber(context: AnyContext, rows: readonly Readonly<Record<string, unknown>>[]) {
  const numbers = rows.flatMap((row) => {
    const read = onceSheet.read(row)
    return read.success ? [read.data.propertyNumber.toLowerCase()] : []
  })
  const result = await sql<{ propertyId: number }>`
    select property_id from property where lower(agency_number) = any (${numbers}::text[])`.execute(
    context.db,
  )
  const ids = result.rows.map((row) => row.propertyId)
  return new Map(
    (await findProperties(context, ids)).map((property) => [property.agencyNumber!.toLowerCase(), property]),
  )
}

/** What properties begin with: one at a time, or many from a sheet. */
export const servedOnce: Served[] = [
  serve(calls.uploadInitialEquity, async (context) =>
    setOnce(context, 'developmentCost', await said(context, calls.setInitial, knownCost(context))),
  ),
  serve(calls.uploadClosingReport, async (context) =>
    setOnce(context, 'closingReportDate', await said(context, calls.setClosing, today(context))),
  ),
  serve(calls.uploadCutOffDate, async (context) =>
    setOnce(context, 'cutoffDate', await said(context, calls.setCutOff, lastDay)),
  ),
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
    const counts = {
      rows: body.length,
      added: setting.length,
      changed: 0,
      unchanged: sound.length - setting.length,
    }
    if (query.check) return { ...counts, faults }
    refuseFaultyRows(faults)
    if (setting.length > 0) await storeFigures(context, setting, true)
    return { ...counts, faults: [] }
  }),
]
