import { toCents } from '#kernel/model/money.ts'
import { type Read, reckonCents } from '#statement/model/index.ts'
import { chartOfLines, type FixedLine, type ScheduleRow } from './declare.ts'

const receipt = (code: string, label: string, heading?: string): FixedLine => ({
  code,
  label,
  ...(heading ? { heading } : {}),
})

/**
 * Amounts that a statement of cash flows may disclose as restricted cash, each with its accounts. Since ASU
 * 2016-18 cash and restricted cash begin and end the statement together, and moves between them are no cash
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
/** The restricted cash that a statement of cash flows discloses: a line with a figure, 0 included. */
export const disclosedIn = (rows: readonly ScheduleRow[]): readonly Restricted[] =>
  restrictedCash.filter(({ code }) => rows.some((row) => row.code === code && typeof row.amount === 'number'))

/**
 * The statement of cash flows, direct method, and the reconciliation of net income to it (domain 4.10, HUD
 * S1200). Amounts are typed as positive where the label says which way the money went.
 */
export const cashFlowLines: readonly FixedLine[] = [
  receipt('C110', 'Rental receipts', 'Operating activities: received'),
  receipt('C120', 'Interest receipts'),
  receipt('C130', 'Other operating receipts'),
  { code: 'C100T', label: 'Total receipts', formula: 'C110..C130' },
  receipt('C205', 'Administrative', 'Operating activities: paid'),
  receipt('C210', 'Management fee'),
  receipt('C215', 'Utilities'),
  receipt('C220', 'Salaries and wages'),
  receipt('C225', 'Operating and maintenance'),
  receipt('C230', 'Real estate taxes'),
  receipt('C235', 'Property insurance'),
  receipt('C240', 'Miscellaneous taxes and insurance'),
  receipt('C245', 'Tenant security deposits, net'),
  receipt('C250', 'Interest on first mortgage'),
  receipt('C255', 'Interest on other mortgages and notes'),
  receipt('C260', 'Mortgage insurance premium or service charge'),
  receipt('C265', 'Miscellaneous financial'),
  receipt('C270', 'Entity expenses'),
  receipt('C280', 'Other operating payments'),
  { code: 'C200T', label: 'Total payments', formula: 'C205..C280' },
  { code: 'C290N', label: 'Net cash from operations', formula: 'C100T - C200T' },
  receipt('C310', 'Net deposits to mortgage escrow', 'Investing activities'),
  receipt('C320', 'Net deposits to replacement reserve'),
  receipt('C330', 'Net deposits to residual receipts reserve'),
  receipt('C340', 'Net deposits to other reserves'),
  receipt('C350', 'Purchase of fixed assets'),
  receipt('C360', 'Other cash used in investing'),
  { code: 'C390N', label: 'Net cash used in investing', formula: 'C310..C360' },
  receipt('C410', 'Principal paid, first mortgage', 'Financing activities'),
  receipt('C420', 'Principal paid, other mortgages and notes'),
  receipt('C430', 'Proceeds of loans and notes'),
  receipt('C440', 'Contributions of owners'),
  receipt('C450', 'Distributions to owners'),
  receipt('C460', 'Other cash used in financing'),
  { code: 'C490N', label: 'Net cash from financing', formula: 'C430 + C440 - C410 - C420 - C450 - C460' },
  { code: 'C500N', label: 'Net change in cash', formula: 'C290N - C390N + C490N' },
  receipt('C510', 'Cash at the beginning'),
  { code: 'C520N', label: 'Cash at the end', formula: 'C500N + C510' },
  ...restrictedCash.map(({ code, label }, index) =>
    receipt(code, label, index === 0 ? 'Restricted cash included in cash at the end' : undefined),
  ),
  { code: 'C530', label: 'Restricted cash included in it', formula: 'C531..C536' },
  receipt('C610', 'Net profit or loss', 'Reconciliation of net profit to cash from operations'),
  receipt('C620', 'Depreciation and amortization'),
  receipt('C630', 'Decrease in receivables'),
  receipt('C640', 'Decrease in prepaid expenses and other assets'),
  receipt('C650', 'Decrease in tenant deposits held in trust'),
  receipt('C660', 'Increase in payables and accrued expenses'),
  receipt('C670', 'Increase in accrued interest'),
  receipt('C680', 'Increase in tenant deposits liability'),
  receipt('C685', 'Increase in prepaid revenue'),
  receipt('C689', 'Other adjustments'),
  { code: 'C690N', label: 'Net cash from operations, reconciled', formula: 'C610..C689' },
]

/** The lines as a chart, so that their totals are computed the same way as on every worksheet. */
export const cashFlowChart = chartOfLines(cashFlowLines)

/** Returns every line of a statement of cash flows in cents, with computed totals. */
export const readCashFlows = (rows: readonly ScheduleRow[]): Read =>
  reckonCents(
    cashFlowChart,
    new Map(
      rows.flatMap(({ code, amount }) =>
        typeof amount === 'number' ? [[String(code), toCents(amount)]] : [],
      ),
    ),
  )
