import { z } from 'zod'
import {
  computeGrossRent,
  computeOverage,
  getGrossRentLimit,
  publishedFigures,
} from '#features/shared/grossRents/model/index.ts'
import { sumMoney, toCents } from '#kernel/model/money.ts'
import { isFiled, RequestStatus } from '#kernel/model/status.ts'
import {
  computePercentIncrease,
  getOutcome,
  getRentIncreaseCap,
  type RaisedRent,
  raiseRent,
} from './arithmetic.ts'
import { designationCount, findRentsAboveDesignations } from './designations.ts'
import type { RoomRentIncrease } from './entities.ts'

const unitType = z.object({
  projectRoomTypeId: z.int(),
  name: z.string(),
  bedrooms: z.int(),
  count: z.int(),
  /** The utility allowance that the agency approved for it, a month. Null if none is approved. */
  allowance: z.number().nullable(),
})
export const rentType = z.object({
  rentTypeId: z.int(),
  name: z.string(),
  medianPercent: z.int().nullable(),
  fairMarket: z.boolean(),
  setElsewhere: z.boolean(),
})

/**
 * The facts that the rows of the worksheet are checked against. The server loads them; browser and server
 * compute with them.
 */
export const inputsShape = {
  unitTypes: z.array(unitType),
  rentTypes: z.array(rentType),
  figures: publishedFigures.nullable(),
  caps: z.object({ suggestedIncreasePercent: z.number(), maxRentIncreasePercent: z.number() }),
  /** Whether the caller is exempt from the cap, as an administrator of the agency (RI-05). */
  capExempt: z.boolean(),
  /** The designations of its units. Null if the property has not elected the average income test. */
  designations: z.array(designationCount).nullable(),
}
export type Inputs = z.infer<z.ZodObject<typeof inputsShape>>

export type Line = z.infer<typeof RoomRentIncrease.row>
/** A row of a draft. Values that the server adds may be missing. */
export type SentLine = Partial<Line>

/** A row of the worksheet with all values computed from the entered ones. */
export type Row = {
  line: SentLine
  /** For example `2 bedrooms, HOME Low, existing tenants`. */
  label: string
  isNew: boolean
  bedrooms: number
  units: number
  current: number | null
  requested: number | null
  /** The increase in percent (RI-02). Null without a current or a requested rent. */
  percent: number | null
  passes: boolean
  roundedPercent: number | null
  /** How the rounding rule produced the new rent. */
  how: RaisedRent | null
  /** The resulting rent. For a new row the entered one. */
  newRent: number | null
  /** The difference to the entered rent in dollars, which the company must confirm. */
  difference: number
  confirmed: boolean
  /** The highest rent under the cap. Null without a current rent. */
  most: number | null
  allowance: number | null
  gross: number | null
  currentGross: number | null
  medianPercent: number | null
  limit: number | 'none' | null
  /** Dollars by which the gross rent exceeds its limit; 0 if it does not or there is none. */
  over: number
}

/** Describes the unit type, rent type and class of tenants of a row. */
export function getRentIncreaseLabel(
  line: SentLine,
  { unitTypes, rentTypes }: Pick<Inputs, 'unitTypes' | 'rentTypes'>,
): string {
  const unit =
    unitTypes.find((unitType) => unitType.projectRoomTypeId === line.projectRoomTypeId)?.name ?? 'New row'
  const type = rentTypes.find((rentType) => rentType.rentTypeId === line.rentTypeId)?.name
  return [unit, type, line.existingTenants ? 'existing tenants' : null].filter(Boolean).join(', ')
}

type Programs = Pick<Inputs, 'unitTypes' | 'rentTypes' | 'figures'>

/** Returns the bedrooms of a row, and the limit of its program. */
function getProgram(line: SentLine, { unitTypes, rentTypes, figures }: Programs) {
  const bedrooms =
    unitTypes.find((unitType) => unitType.projectRoomTypeId === line.projectRoomTypeId)?.bedrooms ?? 0
  const program = rentTypes.find((rentType) => rentType.rentTypeId === line.rentTypeId)
  const medianPercent = line.medianPercent ?? program?.medianPercent ?? null
  const limit = getGrossRentLimit(
    // Another agency sets the limits of its own rents.
    { medianPercent: program?.setElsewhere ? null : medianPercent, fairMarket: program?.fairMarket ?? false },
    bedrooms,
    figures,
  )
  return { bedrooms, medianPercent, limit }
}

/**
 * Returns the highest gross rent of a row (MedianMaxRent). Null if its program has none or HUD's figures
 * are missing.
 */
export function getLineLimit(line: SentLine, programs: Programs): number | null {
  const { limit } = getProgram(line, programs)
  return typeof limit === 'number' ? limit : null
}

function computeNewRent(type: number, line: SentLine, { caps, capExempt }: Inputs) {
  const { currentRent: current = null, requestedRent: requested = null } = line
  const noOutcome = { percent: null, passes: capExempt, roundedPercent: null, how: null, newRent: requested }
  if (requested === null) return { ...noOutcome, newRent: null }
  // A new row has no percent. Only its program limits it.
  if (!line.projectRoomTypeRentId) return { ...noOutcome, passes: true }
  if (current === null || current <= 0) return noOutcome
  const outcome = getOutcome(type, [{ current, requested }], caps, capExempt)
  const how = outcome.rents?.[0] ?? null
  return { ...outcome, how, newRent: how?.rent ?? null }
}

/** Returns a row of the worksheet with its computed values. */
export function getRentIncreaseRow(type: number, line: SentLine, inputs: Inputs): Row {
  const adjustment = computeNewRent(type, line, inputs)
  const { bedrooms, medianPercent, limit } = getProgram(line, inputs)
  const current = line.currentRent ?? null
  const requested = line.requestedRent ?? null
  const allowance = line.utilityAllowance ?? null
  const gross = computeGrossRent(adjustment.newRent, allowance)
  const difference =
    adjustment.newRent === null || requested === null ? 0 : sumMoney([adjustment.newRent, -requested])
  return {
    line,
    label: getRentIncreaseLabel(line, inputs),
    isNew: !line.projectRoomTypeRentId,
    bedrooms,
    units: line.units ?? 0,
    current,
    requested,
    ...adjustment,
    difference,
    confirmed: difference === 0 || line.confirmedRent === adjustment.newRent,
    most:
      current !== null && current > 0 ? raiseRent(current, getRentIncreaseCap(type, inputs.caps)).rent : null,
    allowance,
    gross,
    currentGross: computeGrossRent(current, allowance),
    medianPercent,
    limit,
    over: computeOverage(gross, limit),
  }
}

/**
 * Returns a row with the rent of the filed request: the approved one after approval, otherwise the
 * submitted one, independent of who views it.
 */
export const useFiledRent = (row: Row, statusId: number): Row => ({
  ...row,
  newRent:
    (statusId === RequestStatus.APPROVED ? row.line.approvedRent : null) ??
    (isFiled(statusId) ? row.line.adjustedRent : null) ??
    row.newRent,
})

/** Returns for each row why the property's designations do not allow its gross rent. Null if they do. */
export const findBrokenDesignations = (
  rows: readonly Row[],
  { designations, figures }: Inputs,
  getGross: (row: Row) => number | null = (row) => row.gross,
): (string | null)[] =>
  findRentsAboveDesignations(
    rows.map((row) => ({
      projectRoomTypeId: row.line.projectRoomTypeId ?? null,
      bedrooms: row.bedrooms,
      units: row.units,
      gross: getGross(row),
      market: row.limit === 'none',
    })),
    designations,
    figures,
  )

type RentRow = { units: number; current: number | null }

/**
 * Sums the monthly rents of all rows in dollars, at the rent that `read` returns. A row without a rent
 * counts 0.
 */
export const sumMonthlyRents = <R extends RentRow>(
  rows: readonly R[],
  read: (row: R) => number | null,
): number => rows.reduce((cents, row) => cents + row.units * toCents(read(row) ?? 0), 0) / 100

/** The record as the specification has it: monthly rents in effect, and their increase in percent. */
export const recordShape = {
  currentRents: z.number(),
  requestedRents: z.number(),
  percentIncrease: z.number().nullable(),
  suggestedIncreasePercent: z.number(),
  maxRentIncreasePercent: z.number(),
}

/**
 * Computes the monthly rents now, as requested and as they result, with their percents, and the amount that
 * rounding alone adds. New rows are left out of the percents.
 */
export function computeRentIncreaseTotals(rows: readonly Row[]) {
  const existingRows = rows.filter((row) => !row.isNew)
  const [current, requested, becoming] = [
    sumMonthlyRents(existingRows, (row) => row.current),
    sumMonthlyRents(existingRows, (row) => row.requested ?? row.current),
    sumMonthlyRents(existingRows, (row) => row.newRent ?? row.current),
  ]
  // The rent of a row over its cap stays as it is, so that the difference is not one of rounding.
  const isOverCap = existingRows.some((row) => row.requested !== null && row.newRent === null)
  return {
    current,
    requested,
    becoming,
    added: sumMoney([becoming, -current]),
    byRounding: isOverCap ? null : sumMoney([becoming, -requested]),
    requestedPercent: computePercentIncrease(current, requested),
    percent: computePercentIncrease(current, becoming),
    toConfirm: rows.filter((row) => !row.confirmed).length,
  }
}
