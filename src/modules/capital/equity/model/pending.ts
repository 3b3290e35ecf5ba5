import { fromCents, toCents } from '#kernel/model/money.ts'

/** The kind of a beginning that was raised by hand among the changes that wait for a second person. */
export const DEVELOPMENT_COST = 'developmentCost'

export type Beginning = Partial<
  Record<'developmentCost' | 'originalMortgages' | 'principalBefore' | 'approvedImprovements', number | null>
>

/**
 * The equity that a property begins with, in dollars: cost, principal and improvements less the mortgages.
 */
export const getInitialEquity = (beginning: Beginning): number =>
  fromCents(
    toCents(beginning.developmentCost ?? 0) -
      toCents(beginning.originalMortgages ?? 0) +
      toCents(beginning.principalBefore ?? 0) +
      toCents(beginning.approvedImprovements ?? 0),
  )
