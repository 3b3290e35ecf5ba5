import { z } from 'zod'
import { formatDate } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import {
  computeMonthlyGap,
  computeRentGapAmount,
  countMonthParts,
  getChargeableRent,
  getRentGapMonths,
  getSpanWithin,
  type Span,
} from './arithmetic.ts'
import { type Condition, getReasons } from './qualification.ts'

/** The rules of a rent gap application. Browser and server run the same ones. */

export const MAX_HOUSEHOLDS = 200
/** The documents that an application must have, and further kinds that it may have. */
export const requiredDocuments: readonly string[] = ['Rent roll', 'Leases']
export const documentKinds: readonly string[] = [...requiredDocuments, 'Other']

/** A rent of the property on the first day of the period. */
export const rentShape = z.object({
  projectRoomTypeId: z.int(),
  rentTypeId: z.int().nullable(),
  unitType: z.string(),
  rentType: z.string().nullable(),
  approvedRent: z.number(),
  utilityAllowance: z.number(),
  /** The limit including utilities. Null if the program has none. */
  programMax: z.number().nullable(),
  /** Whether the program has a limit that is not published for the year yet. */
  limitMissing: z.boolean(),
})
export type Rent = z.infer<typeof rentShape>

/** A unit for which another application of the property already asks, with its days. */
export const takenShape = z.object({ unit: z.string(), from: z.string(), to: z.string(), number: z.string() })
type Taken = z.infer<typeof takenShape>

export type Household = {
  unit: string | null
  projectRoomTypeId: number | null
  rentTypeId: number | null
  headOfHousehold: string | null
  moveInDate: string | null
  moveOutDate: string | null
  tenantRent: number | null
  hasVoucher: boolean
}

type Period = { periodStart: string | null; periodEnd: string | null }
export type Content = Period & {
  assistanceYear: number | null
  payee: string | null
  certified: boolean
  items: readonly Household[]
}

/** The facts that the rules need in addition to the content. */
export type FiledFacts = {
  rents: readonly Rent[]
  taken: readonly Taken[]
  conditions: readonly Condition[]
  /** Whether the agency accepts it although conditions are unmet: it submits it itself, or has said so. */
  byException: boolean
  /** The last move-in day of households that can be helped. */
  movedInBy: string
  /** Whether the day to submit again is past, for this caller. */
  resubmitOver: boolean
  adjustedResubmitDate: string | null
  files: readonly { documentType: string | null }[]
}

const formatDay = (day: string | null): string => formatDate(day, 'MM/DD/YYYY')

const getPeriod = ({ periodStart: from, periodEnd: to }: Period): Span | null =>
  from && to && from <= to ? { from, to } : null

/**
 * Computes the rent, days, gap and amount of a household as entered. Values are null if an entry is
 * missing.
 */
export function computeHousehold(item: Household, period: Period, rents: readonly Rent[]) {
  const rent = rents.find(
    (rent) =>
      rent.projectRoomTypeId === item.projectRoomTypeId &&
      (rent.rentTypeId ?? null) === (item.rentTypeId || null),
  )
  const within = getPeriod(period)
  const span = within && getSpanWithin(within, item.moveInDate, item.moveOutDate)
  const parts = span ? countMonthParts(span) : 0
  const gap =
    rent && item.tenantRent !== null && !rent.limitMissing ? computeMonthlyGap(rent, item.tenantRent) : null
  return {
    rent,
    span,
    gap,
    months: getRentGapMonths(parts),
    // A voucher already pays the gap.
    amount: gap === null ? null : item.hasVoucher ? 0 : computeRentGapAmount(gap, parts),
  }
}

/** Returns all faults that keep an application from being submitted, each with its field. */
export function checkSubmission(content: Content, filed: FiledFacts): Fault[] {
  const reasons = filed.byException ? [] : getReasons({ conditions: [...filed.conditions] })
  const missing = requiredDocuments.filter((kind) => !filed.files.some((file) => file.documentType === kind))
  return [
    ...reasons.map((message) => ({ field: '', message })),
    ...(filed.resubmitOver
      ? [
          {
            field: '',
            message: `It was to be submitted again by ${formatDay(filed.adjustedResubmitDate)}. Ask the agency for a later day.`,
          },
        ]
      : []),
    ...checkPeriod(content),
    ...(content.payee?.trim() ? [] : [{ field: 'payee', message: REQUIRED }]),
    ...checkHouseholds(content, filed),
    ...(missing.length > 0
      ? [{ field: 'documents', message: `Attach: ${missing.map((kind) => kind.toLowerCase()).join(', ')}.` }]
      : []),
    ...(content.certified ? [] : [{ field: 'certified', message: 'Please certify the application.' }]),
  ]
}

function checkPeriod({ assistanceYear: year, periodStart, periodEnd }: Content): Fault[] {
  const faults: Fault[] = Object.entries({ assistanceYear: year, periodStart, periodEnd }).flatMap(
    ([field, value]) => (value === null ? [{ field, message: REQUIRED }] : []),
  )
  for (const [field, day] of Object.entries({ periodStart, periodEnd }))
    if (year !== null && day !== null && day.slice(0, 4) !== String(year))
      faults.push({ field, message: `This day does not lie in ${year}.` })
  if (periodStart && periodEnd && periodEnd < periodStart)
    faults.push({ field: 'periodEnd', message: 'The last day is before the first.' })
  return faults
}

function checkHouseholds(content: Content, filed: FiledFacts): Fault[] {
  const { items } = content
  if (items.length === 0) return [{ field: 'items', message: 'Add at least one household.' }]
  if (items.length > MAX_HOUSEHOLDS)
    return [{ field: 'items', message: `An application has at most ${MAX_HOUSEHOLDS} households.` }]
  const before: Taken[] = [...filed.taken]
  return items.flatMap((item, index) => {
    const faults = [...findMissing(item), ...checkEligibility(item, content, filed)]
    const { span } = computeHousehold(item, content, filed.rents)
    const unit = normalizeUnit(item.unit)
    if (unit && span) {
      const other = before.find(
        (item) => normalizeUnit(item.unit) === unit && item.from <= span.to && span.from <= item.to,
      )
      if (other)
        faults.push({
          field: 'unit',
          message: `For this unit ${other.number} asks already, from ${formatDay(other.from)} to ${formatDay(other.to)}.`,
        })
      before.push({ unit, ...span, number: `household ${index + 1}` })
    }
    return faults.map(({ field, message }) => ({ field: `items.${index}.${field}`, message }))
  })
}

const normalizeUnit = (unit: string | null): string => (unit ?? '').trim().toLowerCase()

function findMissing(item: Household): Fault[] {
  const needed = ['unit', 'projectRoomTypeId', 'headOfHousehold', 'moveInDate', 'tenantRent'] as const
  return needed.flatMap((field) => {
    const value = item[field]
    const blank = value === null || value === 0 || (typeof value === 'string' && value.trim() === '')
    return blank && !(field === 'tenantRent' && value === 0) ? [{ field, message: REQUIRED }] : []
  })
}

/**
 * Returns the reasons why a household cannot be helped: voucher, moved in too late, no such rent, no limit,
 * no gap.
 */
function checkEligibility(item: Household, content: Content, filed: FiledFacts): Fault[] {
  const { moveInDate, moveOutDate, tenantRent, projectRoomTypeId, hasVoucher } = item
  const { rent, span, gap } = computeHousehold(item, content, filed.rents)
  const faults: Fault[] = []
  const addFault = (field: keyof Household, message: string) => faults.push({ field, message })
  if (hasVoucher)
    addFault(
      'hasVoucher',
      'A household with a voucher is not helped: the voucher pays the difference. Remove it.',
    )
  if (moveInDate && moveInDate > filed.movedInBy)
    addFault('moveInDate', `Assistance is for households that moved in by ${formatDay(filed.movedInBy)}.`)
  if (moveInDate && moveOutDate && moveOutDate < moveInDate)
    addFault('moveOutDate', 'It moved out before it moved in.')
  else if (moveOutDate && getPeriod(content) && !span)
    addFault(
      'moveOutDate',
      `It lived here on no day from ${formatDay(content.periodStart)} to ${formatDay(content.periodEnd)}.`,
    )
  if (projectRoomTypeId && !rent)
    addFault(
      'rentTypeId',
      `The property has no such rent on ${formatDay(content.periodStart)}. Choose one of its rents that the agency sets.`,
    )
  if (rent?.limitMissing)
    addFault('rentTypeId', 'The limit of this program is not published for the year yet. Ask the agency.')
  if (tenantRent !== null && tenantRent < 0) addFault('tenantRent', 'Enter an amount of zero or more.')
  else if (rent && gap === 0)
    addFault(
      'tenantRent',
      `There is no gap: ${formatMoney(getChargeableRent(rent))} may be charged, and the tenant pays ${formatMoney(tenantRent)}. Remove the household.`,
    )
  return faults
}
