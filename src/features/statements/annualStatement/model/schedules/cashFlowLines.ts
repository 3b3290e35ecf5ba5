import { createCentsReader, type ReadCents } from '#engines/worksheet/model/index.ts'
import { toCents } from '#kernel/model/money.ts'
import { chartOfLines, type FixedLine, type ScheduleRow } from './declare.ts'

const entryLine = (code: string, label: string, heading?: string): FixedLine => ({
  code,
  label,
  ...(heading ? { heading } : {}),
})

/**
 * Kinds of restricted cash that a cash flow statement may disclose, each with its accounts. Since ASU
 * 2016-18 cash and restricted cash together begin and end the statement, and moves between them are no cash
 * flow. Without a disclosure, deposits to reserves are investing lines, as in HUD's form (domain 47.1).
 */
export const restrictedCash = [
  { code: 'C531', label: 'Tenant deposits held in trust', accounts: ['1191'] },
  { code: 'C532', label: 'Mortgage escrow', accounts: ['1310'] },
  { code: 'C533', label: 'Replacement reserve', accounts: ['1320'] },
  { code: 'C534', label: 'Other reserves', accounts: ['1330'] },
  { code: 'C535', label: 'Residual receipts reserve', accounts: ['1340'] },
  { code: 'C536', label: 'Other restricted cash', accounts: ['1355', '1365', '1367', '1381'] },
] as const

type Restricted = (typeof restrictedCash)[number]
/**
 * Returns the kinds of restricted cash that a cash flow statement discloses: those with a figure, even 0.
 */
export const getDisclosedCash = (rows: readonly ScheduleRow[]): readonly Restricted[] =>
  restrictedCash.filter(({ code }) => rows.some((row) => row.code === code && typeof row.amount === 'number'))

/**
 * The lines of the cash flow statement (direct method) and of the reconciliation of net income to it
 * (domain 4.10, HUD S1200). Amounts are entered as positive if the label says which way the money went.
 */
export const cashFlowLines: readonly FixedLine[] = [
  entryLine('C110', 'Rental receipts', 'Operating activities: received'),
  entryLine('C120', 'Interest receipts'),
  entryLine('C130', 'Other operating receipts'),
  { code: 'C100T', label: 'Total receipts', formula: 'C110..C130' },
  entryLine('C205', 'Administrative', 'Operating activities: paid'),
  entryLine('C210', 'Management fee'),
  entryLine('C215', 'Utilities'),
  entryLine('C220', 'Salaries and wages'),
  entryLine('C225', 'Operating and maintenance'),
  entryLine('C230', 'Real estate taxes'),
  entryLine('C235', 'Property insurance'),
  entryLine('C240', 'Miscellaneous taxes and insurance'),
  entryLine('C245', 'Tenant security deposits, net'),
  entryLine('C250', 'Interest on first mortgage'),
  entryLine('C255', 'Interest on other mortgages and notes'),
  entryLine('C260', 'Mortgage insurance premium or service charge'),
  entryLine('C265', 'Miscellaneous financial'),
  entryLine('C270', 'Entity expenses'),
  entryLine('C280', 'Other operating payments'),
  { code: 'C200T', label: 'Total payments', formula: 'C205..C280' },
  { code: 'C290N', label: 'Net cash from operations', formula: 'C100T - C200T' },
  entryLine('C310', 'Net deposits to mortgage escrow', 'Investing activities'),
  entryLine('C320', 'Net deposits to replacement reserve'),
  entryLine('C330', 'Net deposits to residual receipts reserve'),
  entryLine('C340', 'Net deposits to other reserves'),
  entryLine('C350', 'Purchase of fixed assets'),
  entryLine('C360', 'Other cash used in investing'),
  { code: 'C390N', label: 'Net cash used in investing', formula: 'C310..C360' },
  entryLine('C410', 'Principal paid, first mortgage', 'Financing activities'),
  entryLine('C420', 'Principal paid, other mortgages and notes'),
  entryLine('C430', 'Proceeds of loans and notes'),
  entryLine('C440', 'Contributions of owners'),
  entryLine('C450', 'Distributions to owners'),
  entryLine('C460', 'Other cash used in financing'),
  { code: 'C490N', label: 'Net cash from financing', formula: 'C430 + C440 - C410 - C420 - C450 - C460' },
  { code: 'C500N', label: 'Net change in cash', formula: 'C290N - C390N + C490N' },
  entryLine('C510', 'Cash at the beginning'),
  { code: 'C520N', label: 'Cash at the end', formula: 'C500N + C510' },
  ...restrictedCash.map(({ code, label }, index) =>
    entryLine(code, label, index === 0 ? 'Restricted cash included in cash at the end' : undefined),
  ),
  { code: 'C530', label: 'Restricted cash included in it', formula: 'C531..C536' },
  entryLine('C610', 'Net profit or loss', 'Reconciliation of net profit to cash from operations'),
  entryLine('C620', 'Depreciation and amortization'),
  entryLine('C630', 'Decrease in receivables'),
  entryLine('C640', 'Decrease in prepaid expenses and other assets'),
  entryLine('C650', 'Decrease in tenant deposits held in trust'),
  entryLine('C660', 'Increase in payables and accrued expenses'),
  entryLine('C670', 'Increase in accrued interest'),
  entryLine('C680', 'Increase in tenant deposits liability'),
  entryLine('C685', 'Increase in prepaid revenue'),
  entryLine('C689', 'Other adjustments'),
  { code: 'C690N', label: 'Net cash from operations, reconciled', formula: 'C610..C689' },
]

/** The same lines as a chart, so that totals are computed as on every worksheet. */
export const cashFlowChart = chartOfLines(cashFlowLines)

/** Returns a function that reads any line of a cash flow statement in cents, totals included. */
export const readCashFlows = (rows: readonly ScheduleRow[]): ReadCents =>
  createCentsReader(
    cashFlowChart,
    new Map(
      rows.flatMap(({ code, amount }) =>
        typeof amount === 'number' ? [[String(code), toCents(amount)]] : [],
      ),
    ),
  )
