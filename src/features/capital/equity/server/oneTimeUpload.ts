import { sql } from 'kysely'
import type { z } from 'zod'
import { checkSheet, refuseFaultyRows } from '#engines/worksheet/server/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { fiscalYear, yearEndIn } from '#kernel/model/years.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { parseFullBody } from '#kernel/server/shape.ts'
import * as calls from '../model/calls.ts'
import { type OnceField, type OnceRow, onceLabels, onceSheet } from '../model/oneTimeUpload.ts'
import { type EquityProperty, loadEquityCost, loadEquityProperties, loadEquityProperty } from './facts.ts'
import { lockEquityUpdates, storeFigures, type YearInput } from './update.ts'
import { loadEquityView } from './views.ts'

const onceFields = Object.keys(onceLabels) as OnceField[]

/** Returns the sentence that refuses to set a value a second time, or null if it is not set yet. */
function getSetRefusal({ figures }: EquityProperty, once: OnceField): string | null {
  const figure = figures.find((item) => item[once] !== null)
  if (!figure) return null
  const setByName = figure.setByName ?? 'somebody who has left'
  return `${onceLabels[once]} was set for ${figure.year} on ${formatDate(figure.setAt, 'MM/DD/YYYY')} by ${setByName}. Change that figure and say why.`
}

/** Sets a value that a property has only once. Refuses if it is already set: only a correction changes it. */
async function storeOnce(
  context: AnyContext,
  once: OnceField,
  figureInput: YearInput,
): Promise<calls.FigureView> {
  const already = getSetRefusal(await loadEquityProperty(context, figureInput.propertyId), once)
  if (already) refuse.conflict(already)
  await storeFigures(context, [figureInput], true)
  return loadEquityView(context, figureInput.propertyId, figureInput.year)
}

/** The note of a figure whose day or amount the portal chose itself, so that a reader can correct it. */
const NOT_GIVEN_NOTE = 'Not given by whoever set it'
const MAX_NOTE_LENGTH = 1000

type Params = { params: { propertyId: number; year: number }; body: object }

/**
 * Returns the values of a call’s body. A call without a body receives the portal’s own values, with a note
 * that says so.
 */
async function readValues(
  context: AnyContext & Params,
  schema: z.ZodType<object>,
  loadValues: (property: EquityProperty, year: number) => Promise<Omit<YearInput, 'propertyId' | 'year'>>,
): Promise<YearInput> {
  const { params, body, request } = context
  if (!request.isPathOnly) return { ...parseFullBody(schema, body), ...params }
  const property = await loadEquityProperty(context, params.propertyId)
  const values = await loadValues(property, params.year)
  const note = property.figures.find(({ year }) => year === params.year)?.note
  return {
    ...values,
    ...params,
    note: [note, values.note].filter(Boolean).join(' ').slice(0, MAX_NOTE_LENGTH),
  }
}

/** Returns a function that loads the cost and mortgages of the property’s distribution basis. */
const getCostLoader = (context: AnyContext) => async (property: EquityProperty, year: number) => {
  const cost = await loadEquityCost(context, property.propertyId, year)
  if (!cost)
    return refuse.conflict(
      `The portal knows no development cost of ${property.propertyName} for ${year}. Enter it with the initial equity.`,
    )
  return {
    ...cost,
    note: `${NOT_GIVEN_NOTE}: development cost and mortgages are those of the basis of distributions.`,
  }
}

/** Returns the last day of a fiscal year as the cut-off date. */
const getYearEndCutoff = async ({ endMonth }: EquityProperty, year: number) => ({
  cutoffDate: yearEndIn(fiscalYear(year), endMonth),
  note: `${NOT_GIVEN_NOTE}: the cut-off date is the last day of the fiscal year.`,
})

/** Returns a function that gives today as the date of the closing report. */
const getTodayLoader = (context: AnyContext) => async () => ({
  closingReportDate: context.settings.today(),
  note: `${NOT_GIVEN_NOTE}: the date of the closing report is the day on which it was entered.`,
})

/** The fields of a row that belong to each value that is set once. */
const fieldsByOnce = {
  developmentCost: ['developmentCost', 'originalMortgages', 'principalBefore', 'approvedImprovements'],
  closingReportDate: ['closingReportDate'],
  cutoffDate: ['cutoffDate'],
} as const satisfies Record<OnceField, readonly (keyof OnceRow)[]>

const dependentAmounts = ['originalMortgages', 'principalBefore', 'approvedImprovements'] as const

/** Returns faults for the missing fields of a row. */
function getMissingFieldFaults(row: OnceRow): Fault[] {
  const faults: Fault[] = []
  const addMissing = (field: keyof OnceRow) =>
    faults.push({ field, message: `${onceSheet.getFieldLabel(field)}: *Field is required` })
  if (row.developmentCost != null && row.originalMortgages == null) addMissing('originalMortgages')
  if (row.developmentCost == null && dependentAmounts.some((name) => row[name] != null))
    addMissing('developmentCost')
  if (faults.length === 0 && onceFields.every((once) => row[once] == null))
    faults.push({
      field: 'propertyNumber',
      message: 'Property number: this row sets neither initial equity nor closing report nor cut-off date.',
    })
  return faults
}

/**
 * Compares a row with its stored property. Returns the values it sets (null if all are stored), or its
 * faults.
 */
function compareRow(row: OnceRow, year: number, properties: ReadonlyMap<string, EquityProperty>) {
  const property = properties.get(row.propertyNumber.toLowerCase())
  const unknownProperty = {
    field: 'propertyNumber',
    message: `Property number: ${row.propertyNumber} is unknown.`,
  }
  const faults: Fault[] = property ? getMissingFieldFaults(row) : [unknownProperty]
  if (!property || faults.length > 0) return { sound: null, faults }
  const setting: Record<string, unknown> = {}
  for (const once of onceFields.filter((text) => row[text] != null)) {
    const already = getSetRefusal(property, once)
    const figure = property.figures.find((item) => item[once] !== null)
    const isUnchanged = fieldsByOnce[once].every((name) => row[name] == null || row[name] === figure?.[name])
    if (already && !isUnchanged)
      faults.push({ field: once, message: `${onceSheet.getFieldLabel(once)}: ${already}` })
    if (!already)
      Object.assign(setting, Object.fromEntries(fieldsByOnce[once].map((name) => [name, row[name]])))
  }
  if (faults.length > 0) return { sound: null, faults }
  const note = row.note ? { note: row.note } : {}
  const sets = Object.keys(setting).length > 0
  return {
    sound: {
      sets: sets ? ({ ...setting, ...note, propertyId: property.propertyId, year } as YearInput) : null,
    },
    faults,
  }
}

/** Loads the properties of an upload’s rows, by their agency numbers in small letters. */
async function loadPropertiesByNumber(
  context: AnyContext,
  rows: readonly Readonly<Record<string, unknown>>[],
) {
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
    (await loadEquityProperties(context, ids)).map((property) => [
      property.agencyNumber!.toLowerCase(),
      property,
    ]),
  )
}

/** The handlers that set the beginning values of one property, or of many from a sheet. */
export const onceHandlers: Served[] = [
  serve(calls.uploadInitialEquity, async (context) =>
    storeOnce(
      context,
      'developmentCost',
      await readValues(context, calls.initialEquityInput, getCostLoader(context)),
    ),
  ),
  serve(calls.uploadClosingReport, async (context) =>
    storeOnce(
      context,
      'closingReportDate',
      await readValues(context, calls.closingReportInput, getTodayLoader(context)),
    ),
  ),
  serve(calls.uploadCutOffDate, async (context) =>
    storeOnce(context, 'cutoffDate', await readValues(context, calls.cutOffInput, getYearEndCutoff)),
  ),
  serve(calls.uploadOnce, async (context) => {
    const { body, params, query } = context
    await lockEquityUpdates(context)
    const properties = await loadPropertiesByNumber(context, body)
    const { faults, sound } = checkSheet(body, {
      sheet: onceSheet,
      uniqueKey: {
        field: 'propertyNumber',
        keyOf: (row) => row.propertyNumber.toLowerCase(),
        nameOf: (row) => row.propertyNumber,
      },
      checkRow: (row) => compareRow(row, params.year, properties),
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
