import { z } from 'zod'
import { ChartAccount } from '#ground/money/chart/model/index.ts'
import { fromCents } from '#kernel/model/money.ts'
import type { Read } from '#statement/model/index.ts'
import { certifierRoles, type Totals } from './entities.ts'
import { neighbor, yearEnds } from './periods.ts'

/** A certification as the screen of its statement shows it. */
export const certified = z.object({
  certificationId: z.int(),
  userId: z.int().nullable(),
  role: z.enum(certifierRoles),
  name: z.string(),
  title: z.string().nullable(),
  textVersion: z.int(),
  signature: z.string().nullable(),
  certifiedAt: z.string(),
})
export type Certified = z.infer<typeof certified>

/**
 * The data other than its own figures by which a statement is checked, loaded by the server. Dollars of the
 * fiscal year.
 */
export const inputsShape = {
  /** The chart of the year: balance sheet, income and expense. */
  accounts: z.array(ChartAccount.row),
  units: z.int(),
  ownerManaged: z.boolean(),
  /**
   * When its fiscal year ends; null as long as no property is known. And its other statements that were
   * begun.
   */
  fiscalYear: yearEnds.nullable(),
  neighbors: z.array(neighbor),
  /** Decisions based on the statement, with their amounts and addresses (domain 47.5). */
  standing: z.array(z.object({ label: z.string(), amount: z.number().nullable(), to: z.string() })),
  /** The statement of the year before, with its typed amounts by account. */
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
  /** When it is due, where a task asks for it. */
  due: z
    .object({
      taskInstanceId: z.int(),
      dueDate: z.string(),
      originalDueDate: z.string(),
      extensionRequestId: z.int().nullable(),
    })
    .nullable(),
  /** The statement's certifications. */
  certifications: z.array(certified),
  /** The last certification taken back by a change, until another is given in that role. */
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

/** The totals that lists and other subjects read, in dollars. */
export function computeAnnualStatementTotals(read: Read): Totals {
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
