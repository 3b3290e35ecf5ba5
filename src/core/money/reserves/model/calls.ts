import { z } from 'zod'
import { agency, permission } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { day, id, longText, money, requiredText, text } from '#kernel/model/field.ts'
import { historyLine } from '#kernel/model/history.ts'
import { ReserveAccount, ReserveAdjustment, ReserveDepositSchedule, ReserveInterestRate } from './entities.ts'
import { accountAtProperty, accountDetail, accountLine, adjustmentLine, depositLine } from './shapes.ts'
import { checkedRow, statementRow } from './statement.ts'

const path = '/api/ReserveAccount'
declare module '#kernel/model/access.ts' {
  interface PermissionKeys {
    Replacement_Reserve: true
  }
}

const read = permission('Replacement_Reserve', 'read')
const write = agency('write')
const byId = z.object({ id: id() })
const { version: _, reserveAccountId: __, openedOn, closedOn: ___, ...fields } = ReserveAccount.fields

export const getAccounts = call({
  method: 'GET',
  path: `${path}/GetAccounts`,
  access: read,
  answer: z.array(accountLine),
  summary: 'All reserve accounts in scope with balance, deposit, interest and amounts due',
})
export const getAccountsOfProperty = call({
  method: 'GET',
  path: `${path}/GetAccountsOfProperty/:propertyId`,
  access: read,
  params: z.object({ propertyId: id('Property') }),
  answer: z.array(accountAtProperty),
  summary: 'The reserve accounts of a property, with the balances of the last twelve months',
})
export const getAccount = call({
  method: 'GET',
  path: `${path}/GetAccount/:id`,
  access: read,
  params: byId,
  answer: accountDetail,
  summary: 'One reserve account with schedules, rates, deposits due, ledger and adjustments',
})
export const getHistory = call({
  method: 'GET',
  path: `${path}/GetHistory/:id`,
  access: read,
  params: byId,
  answer: z.array(historyLine),
  summary: 'Changes of a reserve account',
})

/** The fields with which an account is opened. */
const opening = {
  openedOn,
  openingBalance: money('Opening balance').unwrap().min(0, 'Enter 0 or more.'),
  monthlyDeposit: ReserveDepositSchedule.fields.monthlyDeposit,
  annualInterestRate: ReserveInterestRate.fields.annualInterestRate,
}
export const newAccount = z.object({ ...fields, ...opening })
export type NewAccount = z.infer<typeof newAccount>
export const openAccount = call({
  method: 'POST',
  path: `${path}/Open`,
  access: write,
  body: newAccount,
  answer: accountDetail,
  summary: 'Open a reserve account with its opening balance, monthly deposit and interest',
})
export const changeAccount = call({
  method: 'POST',
  path: `${path}/Change`,
  access: write,
  body: ReserveAccount.row.omit({ propertyId: true, openedOn: true, closedOn: true }),
  answer: accountDetail,
  summary: 'Change the data of a reserve account',
})
export const closeAccount = call({
  method: 'POST',
  path: `${path}/Close`,
  access: write,
  body: z.object({ reserveAccountId: id('Reserve account'), closedOn: day('Closed').unwrap() }),
  answer: accountDetail,
  summary: 'Close an empty reserve account: no more deposits and postings',
})
export const reopenAccount = call({
  method: 'POST',
  path: `${path}/Reopen/:id`,
  access: write,
  params: byId,
  answer: accountDetail,
  summary: 'Reopen a closed reserve account',
})

export const addSchedule = call({
  method: 'POST',
  path: `${path}/AddSchedule`,
  access: write,
  body: ReserveDepositSchedule.row.omit({ reserveDepositScheduleId: true, propertyId: true }),
  answer: accountDetail,
  summary: 'Set the monthly deposit from a future month on',
})
export const removeSchedule = call({
  method: 'POST',
  path: `${path}/RemoveSchedule/:id`,
  access: write,
  params: byId,
  answer: accountDetail,
  summary: 'Remove a future monthly deposit',
})
export const addRate = call({
  method: 'POST',
  path: `${path}/AddRate`,
  access: write,
  body: ReserveInterestRate.row.omit({ reserveInterestRateId: true, propertyId: true }),
  answer: accountDetail,
  summary: 'Set the interest rate from a future month on',
})
export const removeRate = call({
  method: 'POST',
  path: `${path}/RemoveRate/:id`,
  access: write,
  params: byId,
  answer: accountDetail,
  summary: 'Remove a future interest rate',
})

export const getOpenDeposits = call({
  method: 'GET',
  path: `${path}/GetOpenDeposits`,
  access: read,
  answer: z.array(depositLine),
  summary: 'Deposits in scope that are due and not received in full: due, short, late',
})
export const newDeposit = z.object({
  reserveAccountId: id('Reserve account'),
  entryDate: day('Received on').unwrap(),
  amount: money('Amount').unwrap(),
  reference: requiredText('Reference', 60, 'The line of the bank’s statement, or the check’s number.'),
})
export type NewDeposit = z.infer<typeof newDeposit>
export const recordDeposit = call({
  method: 'POST',
  path: `${path}/RecordDeposit`,
  access: write,
  body: newDeposit,
  answer: accountDetail,
  summary: 'Post a received deposit; it covers the oldest deposits due first',
})
export const waiveDeposit = call({
  method: 'POST',
  path: `${path}/WaiveDeposit`,
  access: write,
  body: z.object({ reserveDepositId: id('Deposit due'), reason: requiredText('Reason', 1000) }),
  answer: accountDetail,
  summary: 'Waive a deposit that is due',
})

const rows = z
  .array(statementRow)
  .min(1, 'The file has no lines.')
  .max(5000, 'A file has at most 5,000 lines.')
export const checkLines = call({
  method: 'POST',
  path: `${path}/CheckStatement`,
  access: write,
  body: z.object({ rows }),
  answer: z.array(checkedRow),
  bodyLimit: 8 * 1024 * 1024,
  summary: 'Match the lines of a bank statement to accounts and deposits due; nothing is stored',
})
export const postLines = call({
  method: 'POST',
  path: `${path}/PostStatement`,
  access: write,
  body: z.object({ name: text('Name of the file', 200).unwrap(), rows }),
  answer: z.object({ posted: z.int(), total: z.number() }),
  bodyLimit: 8 * 1024 * 1024,
  summary: 'Post a bank statement; if one line has an error, none is posted',
})

export const getAdjustments = call({
  method: 'GET',
  path: `${path}/GetAdjustments`,
  access: read,
  answer: z.array(adjustmentLine),
  summary: 'Adjustments in scope: those waiting for confirmation first, then the latest 500',
})
export const newAdjustment = ReserveAdjustment.row
  .pick({ reserveAccountId: true, kind: true, entryDate: true, amount: true, exception: true })
  .extend({ reason: requiredText('Reason', 1000) })
export type NewAdjustment = z.infer<typeof newAdjustment>
export const enterAdjustment = call({
  method: 'POST',
  path: `${path}/EnterAdjustment`,
  access: write,
  body: newAdjustment,
  answer: accountDetail,
  summary: 'Enter an adjustment; it is not posted until another person confirms it',
})
export const confirmAdjustment = call({
  method: 'POST',
  path: `${path}/ConfirmAdjustment/:id`,
  access: write,
  params: byId,
  answer: accountDetail,
  summary: 'Confirm an adjustment entered by somebody else, which posts it',
})
export const refuseAdjustment = call({
  method: 'POST',
  path: `${path}/RefuseAdjustment/:id`,
  access: write,
  params: byId,
  body: z.object({ comment: longText('Reason', 1000).unwrap() }),
  answer: accountDetail,
  summary: 'Refuse an adjustment, or withdraw one’s own; nothing is posted',
})
