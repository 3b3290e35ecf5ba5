import { z } from 'zod'
import { origin, type ReadCents } from '#engines/worksheet/model/index.ts'
import { toCents } from '#kernel/model/money.ts'
import { DistributionBasis, DistributionPayment } from './entities.ts'
import { equityFigure } from './figure.ts'
import { type PartCode, partCodes } from './form.ts'

/** The data that all screens of a statement's surplus cash share. */
const sharedFields = {
  afsId: z.int(),
  propertyId: z.int(),
  subject: z.string(),
  year: z.int(),
  months: z.int(),
  periodEnd: z.string(),
  statusId: z.int(),
  statusLabel: z.string(),
  /** False for a property with tax credits only, which has neither computation (domain 5.1). */
  required: z.boolean(),
  /** Whether the caller may edit the company's part now, and the reviewer's part. */
  canEdit: z.boolean(),
  canReview: z.boolean(),
  /** Whether the statement restates last year. */
  restates: z.boolean(),
  /** The amounts of balance sheet accounts that are used here, in dollars by account. */
  accounts: z.record(z.string(), z.object({ name: z.string(), amount: z.number() })),
}

/** A line of the form with all its data. Amounts are dollars. */
export const surplusLine = z.object({
  /** 0 until something is entered in the line. */
  surplusCashId: z.int(),
  afsId: z.int(),
  /** Increases with each change of the line; 0 until something is entered. */
  version: z.int(),
  lineCode: z.string(),
  label: z.string(),
  form: z.string(),
  sourceAccounts: z.array(z.string()),
  /** The amount of the balance sheet. */
  carried: z.number(),
  submittedAmount: z.number().nullable(),
  /** The amount that counts as submitted: as entered, otherwise as carried. */
  submitted: z.number(),
  description: z.string().nullable(),
  reviewAmount: z.number().nullable(),
  reviewerComment: z.string().nullable(),
  origins: z.record(z.string(), origin).nullable(),
})
export type SurplusLineView = z.infer<typeof surplusLine>

const sums = z.object({ a: z.number(), b: z.number(), c: z.number() })

/** A statement's surplus cash as its screen shows it. */
export const surplusView = z.object({
  ...sharedFields,
  lines: z.array(surplusLine),
  submitted: sums,
  /** Null until the reviewer has changed anything, and for the company until the decision. */
  reviewed: sums.nullable(),
  tolerance: z.number(),
  people: z.record(z.string(), z.string()),
})
export type SurplusView = z.infer<typeof surplusView>

/** A year's right, computed or set by hand; dollars. */
export const right = z.object({
  yearlyDistributionsAccruedId: z.int().nullable(),
  year: z.int(),
  months: z.int(),
  equity: z.number().nullable(),
  rate: z.number().nullable(),
  earned: z.number(),
  principalPaid: z.number(),
  /** The amount paid in the year, less repayments. */
  paid: z.number(),
  /** Rights that are open at the end of the year. */
  balance: z.number(),
  typed: z.boolean(),
  note: z.string().nullable(),
})
export type Right = z.infer<typeof right>

/** A payment, or an entry that reverses one. */
const payment = DistributionPayment.row.omit({ propertyId: true, writtenById: true })
export type Payment = z.infer<typeof payment>

const parts = Object.fromEntries(partCodes.map((code) => [code, z.number()])) as Record<PartCode, z.ZodNumber>

/** A statement's computation of distributions as its screen shows it; amounts in dollars. */
export const computationView = z.object({
  ...sharedFields,
  computationOfDistributionsId: z.int().nullable(),
  /** The version of the company's entries; 0 while there are none. */
  version: z.int(),
  principalPaid: z.number().nullable(),
  paidDeclared: z.number().nullable(),
  comments: z.string().nullable(),
  /** Surplus cash (c), negative for a deficiency, and whether it is the reviewer's. */
  surplus: z.number(),
  surplusReviewed: z.boolean(),
  basis: DistributionBasis.row.extend({ setByName: z.string().nullable() }).nullable(),
  /** The equity figure of the year that its right is based on. Null if it is computed from the basis. */
  figure: equityFigure.nullable(),
  /** The principal paid that is used in the computation. */
  principal: z.number(),
  equity: z.number().nullable(),
  rate: z.number().nullable(),
  ...parts,
  years: z.array(right),
  /**
   * `payments` are the amounts approved on requests of this statement, and reversals. `paidRows` are all
   * payments through the year after it, in order.
   */
  payments: z.array(payment),
  paidRows: z.array(payment),
  /**
   * The last fiscal year with an accepted statement or an approved distribution, which keep entered payments
   * through it. Null if there is none.
   */
  lastDecidedYear: z.int().nullable(),
  /** The amount approved on requests of this statement. */
  approved: z.number(),
  /** The amount paid in the year beyond the limit of the statement before it. 0 if unknown. */
  overpaid: z.number(),
  /**
   * Part B as it would be today, if something an accepted statement was based on was undone. Null if
   * nothing differs.
   */
  since: z.object(parts).nullable(),
  rateCap: z.number(),
  residualDue: z.string(),
  canSetBasis: z.boolean(),
})
export type ComputationView = z.infer<typeof computationView>

/** Returns a function that reads the balance sheet of a view, in cents. */
export const getSurplusCashRead =
  (accounts: SurplusView['accounts']): ReadCents =>
  (code) =>
    toCents(accounts[code]?.amount ?? 0)

const yearAmounts = z.object({ surplus: z.number(), available: z.number() })
/**
 * Last year for a statement that restates it: as filed, as it would have been, and the amounts decided on
 * it, in dollars.
 */
export const restatedYear = z.object({
  year: z.int(),
  filed: yearAmounts,
  restated: yearAmounts,
  decisions: z.array(z.object({ label: z.string(), amount: z.number().nullable(), to: z.string() })),
  /** How much more was decided than the restated year allows. */
  beyond: z.number(),
})
export type RestatedYear = z.infer<typeof restatedYear>
