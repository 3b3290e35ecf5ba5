import { z } from 'zod'
import {
  computeGrossRent,
  computeOverage,
  getGrossRentLimit,
  publishedFigures,
} from '#features/shared/grossRents/model/index.ts'
import { addMonths } from '#kernel/model/dates.ts'
import { sumMoney } from '#kernel/model/money.ts'
import type { LineInput } from './entities.ts'
import { RentControllingAuthority, UtilityAllowanceLine, UtilityAllowanceSource } from './entities.ts'

const unitType = z.object({ projectRoomTypeId: z.int(), name: z.string(), bedrooms: z.int(), count: z.int() })

/**
 * A current rent of the property in dollars a month, with the values of its program that determine the rent
 * limit.
 */
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
 * The facts that the lines of a quarter are checked against. The server loads them; browser and server
 * compute with them.
 */
export const inputsShape = {
  unitTypes: z.array(unitType),
  rents: z.array(rent),
  figures: publishedFigures.nullable(),
  /** The lines of the latest approved quarter before this one. */
  prior: z.array(UtilityAllowanceLine.row),
  priorQuarter: z.string().nullable(),
  sources: z.array(UtilityAllowanceSource.row),
  authorities: z.array(RentControllingAuthority.row),
  /** The number of months after which an allowance expires and must be reviewed again. */
  expiryMonths: z.int(),
  /** The number of days after the quarter within which a new allowance must take effect. */
  effectiveDays: z.int(),
}
export type Inputs = z.infer<z.ZodObject<typeof inputsShape>>

/**
 * The gross rent (rent plus allowance) under one rent of a unit type, compared with the limit of its program.
 */
export type GrossRentCheck = {
  rentType: string
  units: number
  rent: number
  gross: number | null
  limit: number | 'none' | null
  /** Dollars above the limit; 0 if the gross rent is within it. */
  over: number
  /** The maximum rent in addition to the allowance; null if there is no limit. */
  mostRent: number | null
}

/** A line with the values computed from its input. */
export type AllowanceRowResult = {
  line: LineInput
  label: string
  prior: LineInput | null
  /** The change in dollars from the approved allowance; null if one of both is missing. */
  change: number | null
  grosses: GrossRentCheck[]
  over: number
  expiresOn: string | null
}

/** Returns the approved line with the same unit type and schedule; null if there is none. */
const getPrior = (line: LineInput, prior: Inputs['prior']) =>
  prior.find(
    (item) =>
      item.projectRoomTypeId === line.projectRoomTypeId &&
      (item.schedule?.trim() || '') === (line.schedule?.trim() || ''),
  ) ?? null

/** Computes gross rent, limit and overage of every rent of a unit type under an allowance (domain 18.4). */
export function computeGrossRents(
  line: LineInput,
  { rents, figures }: Pick<Inputs, 'rents' | 'figures'>,
): GrossRentCheck[] {
  const allowance = line.utilityAllowance ?? null
  return rents
    .filter((rent) => rent.projectRoomTypeId === line.projectRoomTypeId)
    .map(({ rentType, units, rent: rentAmount, bedrooms, ...program }) => {
      const limit = getGrossRentLimit(program, bedrooms, figures)
      const gross = computeGrossRent(rentAmount, allowance)
      const over = computeOverage(gross, limit)
      const maxRent = typeof limit === 'number' && allowance !== null ? sumMoney([limit, -allowance]) : null
      return { rentType: rentType ?? 'Rent', units, rent: rentAmount, gross, limit, over, mostRent: maxRent }
    })
}

/** Returns a line with its computed values. */
export function computeRow(line: LineInput, inputs: Inputs): AllowanceRowResult {
  const name =
    inputs.unitTypes.find((unitType) => unitType.projectRoomTypeId === line.projectRoomTypeId)?.name ??
    'Unit type'
  const prior = getPrior(line, inputs.prior)
  const grosses = computeGrossRents(line, inputs)
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

const comparedFields = ['utilityAllowance', 'source', 'effectiveDate'] as const

/** Checks whether a line has the same allowance, source and effective day as the approved one. */
export const isUnchanged = (row: AllowanceRowResult): boolean =>
  row.prior !== null &&
  comparedFields.every((name) => (row.line[name] ?? null) === (row.prior?.[name] ?? null))

/**
 * Returns the sources whose documents must be attached: those of changed lines that require a document
 * (domain 18.4).
 */
export function getRequiredDocuments(
  rows: readonly AllowanceRowResult[],
  { sources }: Pick<Inputs, 'sources'>,
): string[] {
  const changed = new Set(rows.filter((row) => !isUnchanged(row)).map((row) => row.line.source ?? 0))
  return sources
    .filter((source) => source.documentRequired && changed.has(source.utilityAllowanceSourceId))
    .map(({ name }) => name)
}

/** Returns copies of the approved lines, which a quarter without changes files. */
export const copyPriorLines = (prior: Inputs['prior']): LineInput[] =>
  prior.map(({ utilityAllowanceLineId: _, utilityAllowanceId: __, clientKey: ___, ...line }) => line)
