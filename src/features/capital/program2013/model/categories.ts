import { type Account, buildChart } from '#core/money/chart/model/index.ts'

/**
 * A category of a 2013 record: income, or a line of annual expense of form HUD-92013 (domain 30), with the
 * number that the form gives it. Totals are formulas, as in any chart.
 */
type Category = Pick<Account, 'code' | 'name' | 'section' | 'formula'>

/** Builds the categories of a section from lines of code, name and, for a total, formula. */
const buildSection = (
  name: string,
  lines: readonly (readonly [code: string, name: string, formula?: string])[],
) =>
  lines.map(
    ([code, words, formula]): Category => ({ code, name: words, section: name, formula: formula ?? null }),
  )

const categories: readonly Category[] = [
  ...buildSection('Income', [
    ['I01', 'Gross potential rent'],
    ['I02', 'Other income'],
    ['I09', 'Potential income', 'I01..I02'],
  ]),
  ...buildSection('Administrative', [
    ['E01', 'Advertising'],
    ['E02', 'Management fee'],
    ['E03', 'Other administrative'],
    ['E04', 'Total administrative', 'E01..E03'],
  ]),
  ...buildSection('Operating', [
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
  ...buildSection('Maintenance', [
    ['E14', 'Decorating'],
    ['E15', 'Repairs'],
    ['E16', 'Exterminating'],
    ['E17', 'Insurance'],
    ['E18', 'Ground expense'],
    ['E19', 'Other maintenance'],
    ['E20', 'Total maintenance', 'E14..E19'],
  ]),
  ...buildSection('Taxes', [
    ['E23', 'Real estate tax'],
    ['E24', 'Personal property tax'],
    ['E25', 'Employee payroll tax'],
    ['E26', 'Other taxes'],
    ['E28', 'Total taxes', 'E23..E26'],
  ]),
  ...buildSection('Totals', [
    ['E29', 'Total expenses and taxes', 'E04 + E13 + E20 + E28'],
    ['E21', 'Replacement reserve'],
    ['E30', 'Total with replacement reserve', 'E29 + E21'],
  ]),
]

/** The categories as the accounts of a separate chart, which is the same in every year. */
export const categoryAccounts: readonly Account[] = categories.map((category, index) => ({
  ...category,
  chartAccountId: index + 1,
  statement: 'Income and expense',
  position: index + 1,
  sign: 1,
  programs: null,
  effectiveFrom: 1990,
  effectiveTo: null,
}))

/** The chart of the categories, for the sums, the worksheet and the comparison. */
export const categoryChart = buildChart(categoryAccounts)

/** The categories that people fill in, in the order of the form. */
export const entryCategories: readonly Account[] = categoryAccounts.filter(
  (account) => account.formula === null,
)

/** The code of vacancies. A 2013 record has them in percent, so they are only a line of the comparison. */
export const VACANCY = 'V01'

const categoryByAccount: Readonly<Record<string, string>> = {
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
const categoryByPrefix: readonly (readonly [string, string])[] = [
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
 * Returns the category of an account of the portal’s chart, or null for accounts outside 2013 records:
 * financial expense, depreciation and the balance sheet. Each account counts in one category. An account that
 * the agency adds counts with the accounts of the same prefix.
 */
export const getCategory = (code: string): string | null =>
  categoryByAccount[code] ?? categoryByPrefix.find(([beginning]) => code.startsWith(beginning))?.[1] ?? null
