import { type Account, getChart } from '#ground/money/chart/model/index.ts'

/**
 * The categories of a 2013 record: income, and the lines of annual expense of form HUD-92013 (domain 30),
 * numbered as the form numbers them. Totals are formulas, as in any chart.
 */
type Category = Pick<Account, 'code' | 'name' | 'section' | 'formula'>

const section = (name: string, lines: readonly (readonly [code: string, name: string, formula?: string])[]) =>
  lines.map(
    ([code, words, formula]): Category => ({ code, name: words, section: name, formula: formula ?? null }),
  )

const categories: readonly Category[] = [
  ...section('Income', [
    ['I01', 'Gross potential rent'],
    ['I02', 'Other income'],
    ['I09', 'Potential income', 'I01..I02'],
  ]),
  ...section('Administrative', [
    ['E01', 'Advertising'],
    ['E02', 'Management fee'],
    ['E03', 'Other administrative'],
    ['E04', 'Total administrative', 'E01..E03'],
  ]),
  ...section('Operating', [
    ['E05', 'Elevator'],
    ['E06', 'Fuel'],
    ['E07', 'Lighting and power'],
    ['E08', 'Water'],
    ['E09', 'Gas'],
    ['E10', 'Garbage and trash'],
    ['E11', 'Payroll'],
    ['E12', 'Other operating'],
    ['E13', 'Total operating', 'E05..E12'],
  ]),
  ...section('Maintenance', [
    ['E14', 'Decorating'],
    ['E15', 'Repairs'],
    ['E16', 'Exterminating'],
    ['E17', 'Insurance'],
    ['E18', 'Ground expense'],
    ['E19', 'Other maintenance'],
    ['E20', 'Total maintenance', 'E14..E19'],
  ]),
  ...section('Taxes', [
    ['E23', 'Real estate tax'],
    ['E24', 'Personal property tax'],
    ['E25', 'Employee payroll tax'],
    ['E26', 'Other taxes'],
    ['E28', 'Total taxes', 'E23..E26'],
  ]),
  ...section('Totals', [
    ['E29', 'Total expenses and taxes', 'E04 + E13 + E20 + E28'],
    ['E21', 'Replacement reserve'],
    ['E30', 'Total with replacement reserve', 'E29 + E21'],
  ]),
]

/** The categories as accounts of a chart of their own, the same in every year. */
export const accounts: readonly Account[] = categories.map((category, index) => ({
  ...category,
  chartAccountId: index + 1,
  statement: 'Income and expense',
  position: index + 1,
  sign: 1,
  programs: null,
  effectiveFrom: 1990,
  effectiveTo: null,
}))

/** The chart that the sums, the worksheet and the comparison read. */
export const chart = getChart(accounts)

/** The categories that are typed, in the order of the form. */
export const typed: readonly Account[] = accounts.filter((account) => account.formula === null)

/** Vacancies, which a 2013 record gives in percent: no category of it, and a line of the comparison. */
export const VACANCY = 'V01'

const exact: Readonly<Record<string, string>> = {
  5120: 'I01',
  5121: 'I01',
  6210: 'E01',
  6250: 'E01',
  6320: 'E02',
  6420: 'E06',
  6450: 'E07',
  6451: 'E08',
  6453: 'E08',
  6452: 'E09',
  6525: 'E10',
  6330: 'E11',
  6510: 'E11',
  6530: 'E12',
  6520: 'E15',
  6546: 'E15',
  6548: 'E18',
  6720: 'E17',
  6721: 'E17',
  6710: 'E23',
  6711: 'E25',
  B210: 'E21',
}
const byBeginning: readonly (readonly [string, string])[] = [
  ['52', VACANCY],
  ['5', 'I02'],
  ['62', 'E03'],
  ['63', 'E03'],
  ['64', 'E12'],
  ['65', 'E19'],
  ['67', 'E26'],
  ['69', 'E12'],
]

/**
 * The category of an account of the portal's chart; null for accounts outside 2013 records: financial
 * expense, depreciation, the balance sheet. Each account counts once; one that the agency adds counts with
 * its neighbors.
 */
export const getCategory = (code: string): string | null =>
  exact[code] ?? byBeginning.find(([beginning]) => code.startsWith(beginning))?.[1] ?? null
