import { z } from 'zod'
import {
  ReserveAccount,
  ReserveAdjustment,
  ReserveDeposit,
  ReserveDepositSchedule,
  ReserveEntry,
  ReserveInterestRate,
} from './entities.ts'

const dollars = z.number()

/** An account in a list, with its figures as of today. */
export const accountLine = ReserveAccount.row.extend({
  /** Masked to its last digits for callers who do not pay with it. */
  accountNumber: z.string().nullable(),
  propertyName: z.string(),
  propertyNumber: z.string().nullable(),
  managementCompanyName: z.string().nullable(),
  bankName: z.string().nullable(),
  units: z.int(),
  balance: dollars,
  /** The day of its latest entry; null if there is none. */
  balanceDay: z.string().nullable(),
  perUnit: dollars,
  /**
   * The minimum balance in dollars per unit: that of the account, or the agency's setting for replacement
   * reserves.
   */
  minimum: dollars,
  belowMinimum: z.boolean(),
  monthlyDeposit: dollars,
  annualInterestRate: z.number(),
  /** The dollars that are due and not received. */
  owed: dollars,
  /** The day on which the oldest unpaid deposit fell due. */
  owedSince: z.string().nullable(),
  late: z.boolean(),
})
export type AccountLine = z.infer<typeof accountLine>

/**
 * An account on the screen of its property, with the balance at the end of each of the last twelve months.
 */
export const accountAtProperty = accountLine.extend({
  monthly: z.array(z.object({ month: z.string(), balance: dollars })),
})
export type AccountAtProperty = z.infer<typeof accountAtProperty>

/** A due deposit in a list of several accounts. */
export const depositLine = ReserveDeposit.row.extend({
  propertyName: z.string(),
  propertyNumber: z.string().nullable(),
  accountName: z.string(),
  accountNumber: z.string().nullable(),
  managementCompanyName: z.string().nullable(),
  open: dollars,
  state: z.enum(['Waived', 'Received', 'Short', 'Overdue', 'Due']),
})
export type DepositLine = z.infer<typeof depositLine>

/** An adjustment in a list, with the names of its people and whether the caller may decide it. */
export const adjustmentLine = ReserveAdjustment.row.extend({
  propertyName: z.string(),
  accountName: z.string(),
  enteredByName: z.string(),
  decidedByName: z.string().nullable(),
  /** Whether the caller may confirm it as the second person. */
  canConfirm: z.boolean(),
  canRefuse: z.boolean(),
})
export type AdjustmentLine = z.infer<typeof adjustmentLine>

/** One account with all data of its screen. */
export const accountDetail = accountLine.extend({
  schedules: z.array(ReserveDepositSchedule.row),
  rates: z.array(ReserveInterestRate.row),
  deposits: z.array(depositLine),
  entries: z.array(ReserveEntry.row),
  adjustments: z.array(adjustmentLine),
  canChange: z.boolean(),
})
export type AccountDetail = z.infer<typeof accountDetail>
