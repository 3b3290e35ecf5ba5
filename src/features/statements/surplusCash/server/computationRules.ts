import { describeFigureFormula, type Figure, plain } from '#engines/worksheet/model/index.ts'
import type { RuleEntry } from '#engines/worksheet/server/index.ts'
import {
  buildEarnedExpression,
  buildEquityExpression,
  buildEquityFigure,
  buildPartFigure,
  computePartB,
} from '../model/computation.ts'
import { createFormFigure, partLabels, surplusLines } from '../model/form.ts'
import { computePartA } from '../model/surplus.ts'

const formula = (id: string, title: string, says: string, source: string): RuleEntry => ({
  id,
  title,
  says,
  source,
  kind: 'formula' as const,
})
/** Describes a computed line by its formula without amounts. */
const listFormula = (id: string, figure: Figure, source: string, title = figure.label): RuleEntry =>
  formula(id, title, describeFigureFormula(figure) ?? '', source)

const { a, b, c } = computePartA(surplusLines.map(({ code, label }) => createFormFigure(code, label, 0)))
const sums = [a, b, c].map((sum) => listFormula(`SUR-A ${sum.code}`, sum, 'domain 5.2; HUD-93486'))

const costs = { developmentCost: 0, mortgagePrincipal: 0, improvements: 0 }
const equity = buildEquityFigure(buildEquityExpression(costs, 0))
const earned = buildEarnedExpression(equity, plain(0, 'rate'), plain(0, 'months'))
const { b1, b2a, b3, b4, b5 } = computePartB(
  c,
  buildPartFigure('b2a', earned),
  buildPartFigure('b2b', 0),
  buildPartFigure('b2c', 0),
)

const parts = [
  listFormula('CDS-B1', b1, 'domain 6.2'),
  listFormula('CDS-E', equity, '4 CSR 170-4.200(3)', 'Equity'),
  formula(
    'CDS-B2a',
    b2a.label,
    `${describeFigureFormula(b2a)}; halves up`,
    '4 CSR 170-4.200; domain 6.2, 6.5',
  ),
  formula(
    'CDS-B2b',
    partLabels.b2b,
    '= earned less paid of each year before; a year without a statement earns, too',
    'domain 6.2, 6.5',
  ),
  formula(
    'CDS-B2c',
    partLabels.b2c,
    '= approved on requests of the statement before, and paid otherwise, less what was repaid',
    'domain 6.2',
  ),
  formula(
    'CDS-I',
    'Interim day',
    'B1 of the figures typed for the day; B2a by the months of its year; B2b open at the end of the year before; B2c paid by the day',
    'domain 5.2, 6.2; 4 CSR 170-4.200',
  ),
  listFormula('CDS-B3', b3, 'domain 6.2; HUD-93486'),
  listFormula('CDS-B4', b4, 'domain 6.2; HUD-93486'),
  listFormula('CDS-B5', b5, 'domain 6.2; HUD-93486'),
]

const describeRule = (kind: RuleEntry['kind'], id: string, says: string, source: string): RuleEntry => ({
  id,
  title: 'Surplus cash',
  says,
  source,
  kind,
})

const ties = surplusLines
  .filter((line) => line.accounts.length > 0)
  .map(({ code, label, accounts }) =>
    describeRule(
      'warns',
      `SUR-T${code.slice(1)}`,
      `${code} ${label} is ${accounts.join(' + ')} of the balance sheet.`,
      'domain 5.3',
    ),
  )

/**
 * The figures and rules of surplus cash and the computation of distributions, by id, for the list of
 * computation rules.
 */
export const surplusCashRules: readonly RuleEntry[] = [
  ...sums,
  ...parts,
  ...ties,
  describeRule('warns', 'SUR-F1', 'Surplus cash is no deficiency.', 'domain 5.5'),
  describeRule(
    'warns',
    'SUR-F2',
    'Tenant deposits held in trust (1191) cover what is owed (2191).',
    'domain 5.5',
  ),
  describeRule(
    'warns',
    'SUR-F3',
    'A13 names bank overdraft (2105), payable to HUD (2116) and other current liabilities (2190).',
    'domain 5.2',
  ),
  describeRule('warns', 'CDS-F2', 'No more was paid than all rights.', 'domain 6.5'),
  describeRule(
    'warns',
    'CDS-F3',
    'No more was approved on the statement than is available by its present figures.',
    'domain 6.5',
  ),
  describeRule(
    'warns',
    'CDS-F4',
    'What the books say was paid in the year is what the yearly rights say.',
    'domain 6.2',
  ),
  describeRule(
    'warns',
    'CDS-F8',
    'Nothing was undone since of what an accepted year stands on.',
    'domain 47.5',
  ),
  describeRule('stops the submission', 'SUR-1', 'No amount is typed with a minus sign.', 'domain 5.2'),
  describeRule('stops the submission', 'SUR-2', 'A3 and A13 say what they are.', 'domain 5.2'),
  describeRule(
    'stops the submission',
    'SUR-3',
    'A distribution as of an interim day has the figures of that day.',
    'domain 5.2',
  ),
]
