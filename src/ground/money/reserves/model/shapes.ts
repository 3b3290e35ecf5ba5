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
  /** Only the last digits for people who do not pay with it. */
  accountNumber: z.string().nullable(),
  propertyName: z.string(),
  propertyNumber: z.string().nullable(),
  managementCompanyName: z.string().nullable(),
  bankName: z.string().nullable(),
  units: z.int(),
  balance: dollars,
  /** Of its latest entry; null when there is none. */
  balanceDay: z.string().nullable(),
  perUnit: dollars,
  /** The account's own, or the agency's setting for replacement reserves. */
  minimum: dollars,
  belowMinimum: z.boolean(),
  monthlyDeposit: dollars,
  annualInterestRate: z.number(),
  /** What fell due and has not come in. */
  owed: dollars,
  /** The day the oldest of it fell due. */
  owedSince: z.string().nullable(),
  late: z.boolean(),
})
export type AccountLine = z.infer<typeof accountLine>

/**
 * The same at its property, with the balance at the end of each of the last twelve months that it was there.
 */
export const accountAtProperty = accountLine.extend({
  monthly: z.array(z.object({ month: z.string(), balance: dollars })),
})
export type AccountAtProperty = z.infer<typeof accountAtProperty>

/** A deposit due in a list of several accounts. */
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

export const adjustmentLine = ReserveAdjustment.row.extend({
  propertyName: z.string(),
  accountName: z.string(),
  enteredByName: z.string(),
  decidedByName: z.string().nullable(),
  /** Whether the caller is the second person it waits for. */
  canConfirm: z.boolean(),
  canRefuse: z.boolean(),
})
export type AdjustmentLine = z.infer<typeof adjustmentLine>

/** One account as its screen shows it. */
export const accountDetail = accountLine.extend({
  schedules: z.array(ReserveDepositSchedule.row),
  rates: z.array(ReserveInterestRate.row),
  deposits: z.array(depositLine),
  entries: z.array(ReserveEntry.row),
  adjustments: z.array(adjustmentLine),
  canChange: z.boolean(),
})
export type AccountDetail = z.infer<typeof accountDetail>
