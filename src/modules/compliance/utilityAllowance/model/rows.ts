import { z } from 'zod'
import { addMonths } from '#kernel/model/dates.ts'
import { sumMoney } from '#kernel/model/money.ts'
import { getGrossRentLimit, grossRent, overLimit, published } from '#modules/shared/grossRents/model/index.ts'
import type { SentLine } from './entities.ts'
import { RentControllingAuthority, UtilityAllowanceLine, UtilityAllowanceSource } from './entities.ts'

const unitType = z.object({ projectRoomTypeId: z.int(), name: z.string(), bedrooms: z.int(), count: z.int() })

/** A rent in force of the property, with what its program says of its limit. Dollars a month. */
const rent = z.object({
  projectRoomTypeId: z.int(),
  rentType: z.string().nullable(),
  units: z.int(),
  rent: z.number(),
  bedrooms: z.int(),
  medianPercent: z.int().nullable(),
  fairMarket: z.boolean(),
})

/**
 * The facts that the lines of an allowance are checked against; the server finds them, browser and server
 * compute with them.
 */
export const inputsShape = {
  unitTypes: z.array(unitType),
  rents: z.array(rent),
  figures: published.nullable(),
  /** The lines of the newest approved quarter before this one. */
  prior: z.array(UtilityAllowanceLine.row),
  priorQuarter: z.string().nullable(),
  sources: z.array(UtilityAllowanceSource.row),
  authorities: z.array(RentControllingAuthority.row),
  /** Months after which an allowance must have been reviewed again. */
  expiryMonths: z.int(),
  /** Days after the quarter within which a new allowance takes effect. */
  effectiveDays: z.int(),
}
export type Inputs = z.infer<z.ZodObject<typeof inputsShape>>

/** A tenant's total cost under one rent, against the limit of its program. */
export type Gross = {
  rentType: string
  units: number
  rent: number
  gross: number | null
  limit: number | 'none' | null
  /** Dollars above the limit; 0 where it is kept. */
  over: number
  /** The most that may be charged in addition to the allowance; null if there is no limit. */
  mostRent: number | null
}

/** A line with all values computed from the entered ones. */
export type Row = {
  line: SentLine
  label: string
  prior: SentLine | null
  /** Dollars up or down from the approved one. */
  change: number | null
  grosses: Gross[]
  over: number
  expiresOn: string | null
}

/** The approved line that a line follows: of the same unit type and schedule. */
const getPrior = (line: SentLine, prior: Inputs['prior']) =>
  prior.find(
    (item) =>
      item.projectRoomTypeId === line.projectRoomTypeId &&
      (item.schedule?.trim() || '') === (line.schedule?.trim() || ''),
  ) ?? null

/** Gross rent, limit and overage of every rent of a unit type under an allowance (domain 18.4). */
export function getGrosses(line: SentLine, { rents, figures }: Pick<Inputs, 'rents' | 'figures'>): Gross[] {
  const allowance = line.utilityAllowance ?? null
  return rents
    .filter((rent) => rent.projectRoomTypeId === line.projectRoomTypeId)
    .map(({ rentType, units, rent: charged, bedrooms, ...program }) => {
      const limit = getGrossRentLimit(program, bedrooms, figures)
      const gross = grossRent(charged, allowance)
      const over = overLimit(gross, limit)
      const maximum = typeof limit === 'number' && allowance !== null ? sumMoney([limit, -allowance]) : null
      return { rentType: rentType ?? 'Rent', units, rent: charged, gross, limit, over, mostRent: maximum }
    })
}

/** Returns a line with its computed values. */
export function getUtilityAllowanceRow(line: SentLine, inputs: Inputs): Row {
  const name =
    inputs.unitTypes.find((unitType) => unitType.projectRoomTypeId === line.projectRoomTypeId)?.name ??
    'Unit type'
  const prior = getPrior(line, inputs.prior)
  const grosses = getGrosses(line, inputs)
  const [now, before] = [line.utilityAllowance ?? null, prior?.utilityAllowance ?? null]
  return {
    line,
    label: [name, line.schedule?.trim()].filter(Boolean).join(', '),
    prior,
    change: now === null || before === null ? null : sumMoney([now, -before]),
    grosses,
    over: Math.max(0, ...grosses.map((gross) => gross.over)),
    expiresOn: line.effectiveDate ? addMonths(line.effectiveDate, inputs.expiryMonths) : null,
  }
}

const compared = ['utilityAllowance', 'source', 'effectiveDate'] as const

/** Whether a line says the same as the approved one before it. */
export const isUnchanged = (row: Row): boolean =>
  row.prior !== null && compared.every((name) => (row.line[name] ?? null) === (row.prior?.[name] ?? null))

/**
 * The sources whose documents a filing must bring: of lines that are not as they were approved (domain 18.4).
 */
export function neededDocuments(rows: readonly Row[], { sources }: Pick<Inputs, 'sources'>): string[] {
  const changed = new Set(rows.filter((row) => !isUnchanged(row)).map((row) => row.line.source ?? 0))
  return sources
    .filter((source) => source.documentRequired && changed.has(source.utilityAllowanceSourceId))
    .map(({ name }) => name)
}

/** Returns copies of the approved lines, which a quarter without changes files. */
export const repeated = (prior: Inputs['prior']): SentLine[] =>
  prior.map(({ utilityAllowanceLineId: _, utilityAllowanceId: __, clientKey: ___, ...line }) => line)
