import { z } from 'zod'
import { ChartAccount } from '#core/money/chart/model/index.ts'
import type { ReadCents } from '#engines/worksheet/model/index.ts'
import { fromCents } from '#kernel/model/money.ts'
import { certifierRoles, type Totals } from './entities.ts'
import { fiscalYearEnds, neighborShape } from './periods.ts'

/** A certification as the statement's screen shows it. */
export const certificationView = z.object({
  certificationId: z.int(),
  userId: z.int().nullable(),
  role: z.enum(certifierRoles),
  name: z.string(),
  title: z.string().nullable(),
  textVersion: z.int(),
  signature: z.string().nullable(),
  certifiedAt: z.string(),
})
export type Certified = z.infer<typeof certificationView>

/**
 * The data outside its own figures that a statement is checked against, loaded by the server. Amounts are
 * dollars of the fiscal year.
 */
export const inputsShape = {
  /** The chart of the year: balance sheet, income and expense. */
  accounts: z.array(ChartAccount.row),
  units: z.int(),
  ownerManaged: z.boolean(),
  /**
   * When the property's fiscal year ends (null while no property is chosen), and the property's other
   * statements.
   */
  fiscalYear: fiscalYearEnds.nullable(),
  neighbors: z.array(neighborShape),
  /** Decisions that were made from this statement's figures, with their amounts and links (domain 47.5). */
  standing: z.array(z.object({ label: z.string(), amount: z.number().nullable(), to: z.string() })),
  /** The previous year's statement, with its entered amounts by account. */
  prior: z
    .object({
      afsId: z.int(),
      year: z.int(),
      months: z.int(),
      statusId: z.int(),
      requestNumber: z.string(),
      amounts: z.record(z.string(), z.number()),
    })
    .nullable(),
  /** When the statement is due. Null if no task asks for it. */
  due: z
    .object({
      taskInstanceId: z.int(),
      dueDate: z.string(),
      originalDueDate: z.string(),
      extensionRequestId: z.int().nullable(),
    })
    .nullable(),
  /** The statement's certifications. */
  certifications: z.array(certificationView),
  /** The last certification that a change withdrew. Null once a person certifies in that role again. */
  takenBack: z
    .object({ role: z.enum(certifierRoles), name: z.string(), at: z.string(), by: z.string().nullable() })
    .nullable(),
  /** Earlier submissions, newest first. */
  versions: z.array(
    z.object({ number: z.int(), submitted: z.string(), submittedByName: z.string().nullable() }),
  ),
  rules: z.object({ notePercent: z.number(), noteDollars: z.number(), tolerance: z.number() }),
}
export type Inputs = z.infer<z.ZodObject<typeof inputsShape>>

/** Computes the totals that lists and other kinds of records read, in dollars. */
export function computeAnnualStatementTotals(read: ReadCents): Totals {
  const dollars = (code: string) => fromCents(read(code))
  return {
    assets: dollars('1000T'),
    liabilities: dollars('2000T'),
    equity: dollars('3130'),
    revenue: dollars('5000T'),
    expenses: dollars('6000T'),
    netIncome: dollars('3250'),
  }
}
