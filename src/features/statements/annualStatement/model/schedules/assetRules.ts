import {
  createAccountSide,
  createColumnTest,
  createPair,
  createPairWithPriorYear,
  getAccountsSide,
  getAnnualStatementPlace,
  getCashFlowSide,
  getColumnSide,
  getPriorAccountsSide,
  type TieRule,
} from './compared.ts'
import { getAnnualStatementLabel, getCents, type ScheduleRow } from './declare.ts'
import { getAnnualStatementSchedule, isReserveIn } from './schedules.ts'

/** The tie-outs of fixed assets (domain 4.10a). */
export const assetTies: Readonly<Record<string, TieRule>> = {
  'AFS-T36': {
    title: 'Fixed assets',
    source: 'domain 4.10a',
    says: 'Beginning + additions − disposals of each class is its account, 1410 through 1490.',
    pairs: (c) =>
      (getAnnualStatementSchedule('fixedAssets').lines ?? [])
        .filter(({ code, formula }) => !formula && c.chart.byCode.has(code))
        .map(({ code }) => ({
          of: code,
          title: `Fixed assets: ${code}`,
          left: getColumnSide(c, 'fixedAssets', 'ending', {
            only: createColumnTest('code', code),
            words: code,
          }),
          right: getAccountsSide(c, [code]),
        })),
  },
  'AFS-T37': {
    title: 'Accumulated depreciation',
    source: 'domain 4.10a',
    says: 'Depreciation at the end of all classes comes to 1495.',
    pairs: createPair(
      (c) => getColumnSide(c, 'fixedAssets', 'depreciationEnding'),
      createAccountSide('1495'),
    ),
  },
  'AFS-T38': {
    title: 'Depreciation of the year',
    source: 'domain 4.10a',
    says: 'Depreciation of the year of all classes comes to 6600.',
    pairs: createPair(
      (c) => getColumnSide(c, 'fixedAssets', 'depreciationExpense'),
      createAccountSide('6600'),
    ),
  },
  'AFS-T39': {
    title: 'Fixed assets at the beginning',
    source: 'domain 4.10a',
    says: 'Fixed assets at the beginning are 1400T of the year before.',
    pairs: createPairWithPriorYear(
      (c) => getColumnSide(c, 'fixedAssets', 'beginning'),
      (c) => getPriorAccountsSide(c, ['1400T']),
    ),
  },
  'AFS-T40': {
    title: 'Depreciation at the beginning',
    source: 'domain 4.10a',
    says: 'Accumulated depreciation at the beginning is 1495 of the year before.',
    pairs: createPairWithPriorYear(
      (c) => getColumnSide(c, 'fixedAssets', 'depreciationBeginning'),
      (c) => getPriorAccountsSide(c, ['1495']),
    ),
  },
  'AFS-T41': {
    title: 'Purchases of fixed assets',
    source: 'domain 4.10, 4.10a',
    says: 'Additions to fixed assets are the purchases of the statement of cash flows; they differ where something is not paid yet.',
    stops: false,
    pairs: createPair(
      (c) => getColumnSide(c, 'fixedAssets', 'additions'),
      (c) => getCashFlowSide(c, ['C350']),
    ),
  },
  'AFS-T42': {
    title: 'Capital work and reserve releases',
    source: 'domain 4.10a',
    says: 'Additions to fixed assets equal the releases from the replacement reserve; more was paid from other funds.',
    stops: false,
    pairs: createPair(
      (c) => getColumnSide(c, 'fixedAssets', 'additions'),
      (c) =>
        getColumnSide(c, 'reserves', 'releases', { only: isReserveIn('1320'), words: 'replacement reserve' }),
    ),
  },
}

// The credits of a building claimed in the years before `year`, in cents. Credits run for ten years.
const sumClaimedBefore = (year: number) => (row: ScheduleRow) => {
  const years = year - Number(row.firstCreditYear ?? year)
  return Array.from({ length: Math.min(Math.max(years, 0), 10) }, (_, index) => `claimed${index + 1}`).reduce(
    (sum, name) => sum + getCents(getAnnualStatementSchedule('taxCredits'), row, name),
    0,
  )
}

/** The tie-outs of tax credits (domain 4.10a). */
export const creditTies: Readonly<Record<string, TieRule>> = {
  'AFS-T43': {
    title: 'Credits claimed',
    source: 'domain 4.10a',
    says: 'Credits claimed for a building are at most ten times the credit of a year.',
    holds: 'at most',
    pairs: (c) =>
      c.rows.taxCredits.map((row, index) => ({
        of: String(row.bin ?? index + 1),
        title: `Credits claimed, ${row.bin ?? `building ${index + 1}`}`,
        left: getColumnSide(c, 'taxCredits', 'claimed', { only: (item) => item === row }),
        right: getColumnSide(c, 'taxCredits', 'allocated', { only: (item) => item === row }),
      })),
  },
  'AFS-T44': {
    title: 'Credits as reported before',
    source: 'domain 4.10a',
    says: 'The amount claimed before this year equals the amount claimed by the end of last year’s statement.',
    stops: false,
    pairs: (c) => {
      if (!c.prior) return []
      const before = sumClaimedBefore(c.year)
      const sum = (rows: readonly ScheduleRow[]) => rows.reduce((total, row) => total + before(row), 0)
      return [
        {
          left: {
            label: `Tax credits: claimed before ${c.year}`,
            cents: sum(c.rows.taxCredits),
            to: getAnnualStatementPlace(c, 'taxCredits'),
          },
          right: {
            label: `the statement of ${c.year - 1}`,
            cents: sum(c.prior.rows.taxCredits),
            to: getAnnualStatementPlace({ ...c, year: c.year - 1 }, 'taxCredits'),
          },
        },
      ]
    },
  },
  'AFS-T45': {
    title: 'Credits as allocated',
    source: 'domain 4.10a',
    says: 'Eligible basis, and the federal and the state credit of a year, are those of the statement of the year before.',
    stops: false,
    pairs: (c) =>
      c.prior
        ? ['eligibleBasis', 'annualCredit', 'stateCredit'].map((name) => ({
            of: name,
            title: `Tax credits: ${getAnnualStatementLabel(getAnnualStatementSchedule('taxCredits'), name).toLowerCase()}`,
            left: getColumnSide(c, 'taxCredits', name),
            right: {
              ...getColumnSide({ ...c, year: c.year - 1, rows: c.prior!.rows }, 'taxCredits', name),
              label: `the statement of ${c.year - 1}`,
            },
          }))
        : [],
  },
}
