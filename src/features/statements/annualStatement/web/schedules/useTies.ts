import type { Side, TieOutResult } from '#engines/worksheet/model/index.ts'
import { getAnnualStatementPlace, getAnnualStatementTies, type Part } from '../../model/schedules/index.ts'
import type { Detail } from '../../model/statements.ts'
import { useCurrentSources } from './useSources.ts'

/** Returns every tie-out of the statement as it is in the form. */
export const useTies = (detail: Detail): TieOutResult[] => getAnnualStatementTies(useCurrentSources(detail))

/**
 * Returns the tie-outs that involve a schedule, with links from its accounts to the place where they are
 * entered.
 */
export function usePartTies(detail: Detail, part: Part): TieOutResult[] {
  const linkToAccount = (side: Side): Side => {
    const { code, ...remaining } = side
    return code
      ? {
          ...remaining,
          to: getAnnualStatementPlace(detail, /^[567]/.test(code) ? 'incomeAndExpense' : 'balanceSheet'),
        }
      : side
  }
  const here = getAnnualStatementPlace(detail, part)
  return useTies(detail)
    .filter(({ left, right }) => left.to === here || right.to === here)
    .map((tie) => ({ ...tie, left: linkToAccount(tie.left), right: linkToAccount(tie.right) }))
}
