import type { Side } from '#engines/worksheet/model/index.ts'
import { toCents } from '#kernel/model/money.ts'
import { getDisclosedCash, readCashFlows } from './cashFlowLines.ts'
import {
  type ComparedStatement,
  createAccountSide,
  createPair,
  createPairWithPriorYear,
  getAccountsSide,
  getAnnualStatementPlace,
  getCashFlowSide,
  getColumnSide,
  getPriorAccountsSide,
  type TieRule,
} from './compared.ts'
import { sumAdjustmentsIn } from './restating.ts'
import { fundAccounts } from './schedules.ts'

/** The accounts of unrestricted cash in the cash flow statement (domain 4.10). */
const cashAccounts: readonly string[] = [...fundAccounts['Petty cash'], ...fundAccounts.Operating]

/**
 * Returns the cash that a cash flow statement begins with: last year's unrestricted cash, plus last year's
 * balance of the restricted cash that is disclosed this year. So a statement may start or stop disclosing.
 */
export function getOpeningCash(c: ComparedStatement, restricted = getDisclosedCash(c.rows.cashFlows)): Side {
  const { rows, read } = c.prior!
  const readFiled = readCashFlows(rows.cashFlows)
  const hasCashFlows = rows.cashFlows.length > 0
  const before = getDisclosedCash(rows.cashFlows)
  // Amounts of accounts include this year's restatements; lines of last year's cash flow statement do not.
  const unrestatedAccounts = [
    ...(hasCashFlows ? cashAccounts : []),
    ...restricted.flatMap((item) => (before.includes(item) ? item.accounts : [])),
  ]
  const adjusted = sumAdjustmentsIn(c.prior!, unrestatedAccounts)
  const parts = [
    {
      label: `cash of ${c.year - 1}`,
      cents: hasCashFlows
        ? readFiled('C520N') - readFiled('C530')
        : getAccountsSide(c, cashAccounts, '', read).cents,
    },
    ...restricted.map((item) => {
      const cents = before.includes(item)
        ? readFiled(item.code)
        : getAccountsSide(c, item.accounts, '', read).cents
      return { label: `${item.label.toLowerCase()} of ${c.year - 1}`, cents }
    }),
    ...(adjusted === 0 ? [] : [{ label: 'prior-period adjustment', cents: adjusted }]),
  ]
  return {
    label: `cash at the end of ${c.year - 1}${parts.length > 1 ? ' with restricted cash' : ''}`,
    cents: parts.reduce((sum, part) => sum + part.cents, 0),
    to: getAnnualStatementPlace({ ...c, year: c.year - 1 }, 'cashFlows'),
    of: parts.length > 1 ? parts : [],
  }
}

/** The tie-outs of the balance sheet and of equity (domain 4.3, 4.9). */
export const equityTies: Readonly<Record<string, TieRule>> = {
  'AFS-T1': {
    title: 'Balance sheet',
    source: 'domain 4.3',
    says: 'Total assets equal total liabilities and equity.',
    pairs: createPair(createAccountSide('1000T'), createAccountSide('2033T')),
  },
  'AFS-T2': {
    title: 'Equity at the end',
    source: 'domain 4.9',
    says: 'Beginning equity, contributions, net income, distributions and other changes of all partners come to 3130.',
    pairs: createPair((c) => getColumnSide(c, 'partnersEquity', 'ending'), createAccountSide('3130')),
  },
  'AFS-T3': {
    title: 'Partners’ shares',
    source: 'domain 4.9',
    says: 'The partners’ shares add up to 100.0000 percent.',
    unit: 'percent',
    exact: true,
    pairs: (c) => {
      const parts = c.rows.partnersEquity.map((row) => ({
        label: String(row.partner ?? ''),
        cents: Math.round(Number(row.percentOwned ?? 0) * 10_000),
      }))
      const cents = parts.reduce((sum, part) => sum + part.cents, 0)
      const ownedShares = {
        label: 'Partners’ equity: owned',
        cents,
        to: getAnnualStatementPlace(c, 'partnersEquity'),
        of: parts,
      }
      return [{ left: ownedShares, right: { label: 'the whole', cents: 1_000_000 } }]
    },
  },
  'AFS-T4': {
    title: 'Equity at the beginning',
    source: 'domain 4.9',
    says: 'Beginning equity of all partners is 3130 of the year before.',
    pairs: createPairWithPriorYear(
      (c) => getColumnSide(c, 'partnersEquity', 'beginning'),
      (c) => getPriorAccountsSide(c, ['3130']),
    ),
  },
  'AFS-T5': {
    title: 'Net income in equity',
    source: 'domain 4.9',
    says: 'The partners’ shares of net income come to 3250.',
    pairs: createPair((c) => getColumnSide(c, 'partnersEquity', 'netIncome'), createAccountSide('3250')),
  },
  'AFS-T6': {
    title: 'Distributions paid',
    source: 'domain 4.9',
    says: 'Distributions to partners are those of the statement of cash flows.',
    pairs: createPair(
      (c) => getColumnSide(c, 'partnersEquity', 'distributions'),
      (c) => getCashFlowSide(c, ['C450']),
    ),
  },
  'AFS-T7': {
    title: 'Distributions approved',
    source: 'domain 4.9',
    says: 'Distributions to partners are those the agency approved for the period.',
    stops: false,
    pairs: (c) =>
      c.approvedDistributions === null
        ? []
        : [
            {
              left: getColumnSide(c, 'partnersEquity', 'distributions'),
              right: {
                label: 'approved distribution requests',
                cents: toCents(c.approvedDistributions),
                to: `/DistributionRequest/list/single/${c.propertyId}`,
              },
            },
          ],
  },
  'AFS-T8': {
    title: 'Contributions',
    source: 'domain 4.9',
    says: 'Contributions of partners are those of the statement of cash flows.',
    pairs: createPair(
      (c) => getColumnSide(c, 'partnersEquity', 'contributions'),
      (c) => getCashFlowSide(c, ['C440']),
    ),
  },
}

/** The tie-outs of the cash flow statement (domain 4.10). */
export const cashFlowTies: Readonly<Record<string, TieRule>> = {
  'AFS-T9': {
    title: 'Cash at the end',
    source: 'domain 4.10',
    says: 'Cash at the end, less the restricted cash disclosed in it, is the cash of the balance sheet.',
    pairs: createPair(
      (c) => getCashFlowSide(c, ['C520N', 'C530'], { C530: -1 }),
      (c) => getAccountsSide(c, cashAccounts),
    ),
  },
  'AFS-T10': {
    title: 'Cash at the beginning',
    source: 'domain 4.10, 47.1',
    says: 'Cash at the beginning is cash at the end of the year before, with the restricted cash that is disclosed this year.',
    pairs: createPairWithPriorYear(
      (c) => getCashFlowSide(c, ['C510']),
      (c) => getOpeningCash(c),
    ),
  },
  'AFS-T11': {
    title: 'Reconciliation of net income to cash',
    source: 'domain 4.10',
    says: 'Net profit with its adjustments comes to net cash from operations.',
    pairs: createPair(
      (c) => getCashFlowSide(c, ['C690N']),
      (c) => getCashFlowSide(c, ['C290N']),
    ),
  },
  'AFS-T12': {
    title: 'Net profit in the reconciliation',
    source: 'domain 4.10',
    says: 'The reconciliation begins with 3250.',
    pairs: createPair((c) => getCashFlowSide(c, ['C610']), createAccountSide('3250')),
  },
  'AFS-T13': {
    title: 'Restricted cash',
    source: 'domain 4.10, 47.1',
    says: 'Each kind of restricted cash disclosed in the statement of cash flows is its account of the balance sheet.',
    pairs: (c) =>
      getDisclosedCash(c.rows.cashFlows).map(({ code, label, accounts: codes }) => ({
        of: code,
        title: `Restricted cash: ${label.toLowerCase()}`,
        left: getCashFlowSide(c, [code]),
        right: getAccountsSide(c, codes),
      })),
  },
}
