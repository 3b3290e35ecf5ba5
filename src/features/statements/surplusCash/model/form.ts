import { amount, type Expression, type Figure, nameFigure } from '#engines/worksheet/model/index.ts'

/** A line of the computation of surplus cash, HUD-93486 part A. */
export type SurplusLine = {
  /** The code on the form: `A1`. */
  code: LineCode
  label: string
  /** Its number in the electronic form; empty where none is published. */
  form: string
  side: 'cash' | 'obligation'
  /** The balance sheet accounts whose sum is its amount unless another amount is entered. */
  accounts: readonly string[]
  /** Requires a description if the line has an amount. */
  described?: true
}

export const lineCodes = [
  'A1',
  'A2',
  'A3',
  'A4',
  'A5',
  'A6',
  'A7',
  'A8',
  'A9',
  'A10',
  'A11',
  'A12',
  'A13',
] as const
export type LineCode = (typeof lineCodes)[number]

const linesTable = `
A1 | Cash: petty, operating, tenant deposits, short-term investments | S1300-010 | cash | 1110 1120 1170 1191
A2 | Tenant subsidy due for the period | S1300-020 | cash | 1135
A3 | Other cash | S1300-030 | cash | | described
A4 | Accrued mortgage interest payable | S1300-050 | obligation | 2130 2131 2132
A5 | Delinquent mortgage principal | S1300-060 | obligation |
A6 | Delinquent deposits to the replacement reserve | S1300-070 | obligation |
A7 | Accounts payable, due within 30 days | S1300-075 | obligation | 2110
A8 | Loans and notes payable, due within 30 days | S1300-080 | obligation |
A9 | Deficient deposits to tax, insurance and mortgage-insurance escrow | S1300-090 | obligation |
A10 | Accrued expenses, not escrowed | S1300-100 | obligation | 2120 2121 2123
A11 | Prepaid revenue | | obligation | 2210
A12 | Tenant security deposits, liability | | obligation | 2191
A13 | Other current obligations | S1300-110 | obligation | | described`

/**
 * The lines of part A in the order of the form, with the accounts they are prefilled from. Entity cash
 * (1125) does not belong to the property. Deferred developer fee and partners' contributions are paid out
 * of surplus cash and never deducted. Source: domain 5.2; HUD-93486; definition of surplus cash.
 */
export const surplusLines: readonly SurplusLine[] = linesTable
  .trim()
  .split('\n')
  .map((line) => {
    const [code = '', label = '', form = '', side = '', accounts = '', described] = line.split(/ *\| */)
    return {
      code: code as LineCode,
      label,
      form,
      side: side as SurplusLine['side'],
      accounts: accounts.split(' ').filter(Boolean),
      ...(described ? { described: true as const } : {}),
    }
  })

/** The accounts of mortgages whose principal is paid: first and second, current and long-term. */
export const mortgages = ['2170', '2171', '2320', '2321']

export const getSurplusCashLine = (code: string): SurplusLine | undefined =>
  surplusLines.find((surplusLine) => surplusLine.code === code)

/** The labels of the three sums of part A. */
export const sumLabels = {
  a: 'Total cash',
  b: 'Total current obligations',
  c: 'Surplus cash (deficiency)',
} as const

/** The labels of the lines of part B (domain 6.2). */
export const partLabels = {
  b1: 'Surplus cash, not below 0',
  b2a: 'Distribution earned in the period',
  b2b: 'Rights of earlier years, not paid',
  b2c: 'Distributions paid in the period',
  b3: 'Earned but unpaid at the end of the period',
  b4: 'Available for distribution',
  b5: 'Deposit due to residual receipts',
} as const
export type PartCode = keyof typeof partLabels
export const partCodes = Object.keys(partLabels) as PartCode[]
/** Returns the code as it is printed: `b2a` becomes `B2a`. */
export const formatPartCode = (code: PartCode): string => code.replace('b', 'B')

/**
 * Returns a line of the form as a figure for formulas, with its code as name. `value` is cents or a
 * formula.
 */
export const createFormFigure = (
  code: string,
  label: string,
  value: number | Expression,
  from: string | null = null,
): Figure =>
  typeof value === 'number'
    ? amount(label, value, { code, called: code, from })
    : nameFigure(label, value, { code, called: code, from })
