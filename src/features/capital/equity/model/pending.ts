import { fromCents, toCents } from '#kernel/model/money.ts'

/** The kind of pending change that raises a property’s beginning equity and needs a second person. */
export const DEVELOPMENT_COST = 'developmentCost'

/** The amounts in dollars from which the beginning equity is computed. */
export type BeginningAmounts = Partial<
  Record<'developmentCost' | 'originalMortgages' | 'principalBefore' | 'approvedImprovements', number | null>
>

/**
 * Returns the beginning equity of a property in dollars: cost, principal and improvements less the mortgages.
 */
export const getInitialEquity = (beginning: BeginningAmounts): number =>
  fromCents(
    toCents(beginning.developmentCost ?? 0) -
      toCents(beginning.originalMortgages ?? 0) +
      toCents(beginning.principalBefore ?? 0) +
      toCents(beginning.approvedImprovements ?? 0),
  )
