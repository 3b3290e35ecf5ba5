import { compareTieOut, type TieOutResult } from '#engines/worksheet/model/index.ts'
import { assetTies, creditTies } from './assetRules.ts'
import type { ComparedStatement, TieRule } from './compared.ts'
import { noteTies, relatedPartyTies } from './debtRules.ts'
import { cashFlowTies, equityTies } from './equityRules.ts'
import { loanRegisterTies } from './loanRegister.ts'
import { fundTies, reserveTies } from './reserveRules.ts'
import { restatementTies } from './restating.ts'

/** Every tie-out of an annual statement by its id (domain 4.3 to 4.10a, 4.14). */
export const tieRules: Readonly<Record<string, TieRule>> = {
  ...equityTies,
  ...cashFlowTies,
  ...noteTies,
  ...relatedPartyTies,
  ...loanRegisterTies,
  ...reserveTies,
  ...fundTies,
  ...assetTies,
  ...creditTies,
  ...restatementTies,
}

/** Compares every pair of figures of a statement that must agree, in the order of the rules. */
export function getAnnualStatementTies(compared: ComparedStatement): TieOutResult[] {
  const { chart, read, rules } = compared
  const figures = new Map(
    chart.accounts.filter((account) => account.formula === null).map(({ code }) => [code, read(code)]),
  )
  return Object.entries(tieRules).flatMap(([id, rule]) =>
    rule.pairs(compared).map(({ of, title = rule.title, left, right }) =>
      compareTieOut(
        {
          id: of ? `${id}.${of}` : id,
          title,
          source: rule.source,
          holds: rule.holds ?? 'equal',
          stops: rule.stops ?? true,
          left,
          right,
          ...(rule.unit ? { unit: rule.unit } : {}),
        },
        rule.exact ? 0 : rules.tolerance,
        figures,
      ),
    ),
  )
}
