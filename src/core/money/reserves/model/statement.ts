import { z } from 'zod'
import { formatDate, parseDay } from '#kernel/model/dates.ts'
import { formatMoney, toCents } from '#kernel/model/money.ts'
import { readCentsText } from '#ui/model/amountText.ts'
import { describeCoverage } from './deposits.ts'

/** The headings of the bank statement that is imported. */
export const statementColumns = [
  { name: 'Property number' },
  { name: 'Account' },
  { name: 'Account number' },
  { name: 'Date', required: true },
  { name: 'Amount', required: true },
  { name: 'Reference', required: true },
] as const

const cell = z.string().max(200)

/** A line of a bank statement as it is in the file; `line` counts from 1. */
export const statementRow = z.object({
  line: z.int().min(1).max(1_000_000),
  propertyNumber: cell,
  account: cell,
  accountNumber: cell,
  date: cell,
  amount: cell,
  reference: cell,
})
export type StatementRow = z.infer<typeof statementRow>

/** A checked line: its account and the deposits it would cover, or all its faults. */
export const checkedRow = z.object({
  line: z.int(),
  reserveAccountId: z.int().nullable(),
  propertyName: z.string().nullable(),
  accountName: z.string().nullable(),
  entryDate: z.string().nullable(),
  amount: z.number().nullable(),
  reference: z.string(),
  /** A sentence about the due deposits that it would cover. */
  covers: z.string(),
  faults: z.array(z.string()),
})
export type CheckedRow = z.infer<typeof checkedRow>

/** The data of an account for matching the lines of a statement. */
export type AccountToMatch = {
  reserveAccountId: number
  propertyName: string
  /** Every number of the property. */
  propertyNumbers: readonly string[]
  name: string
  kind: string
  accountNumber: string | null
  openedOn: string
  closedOn: string | null
  /** The unpaid deposits, oldest first. */
  owed: { dueOn: string; open: number }[]
}

/** The data that lines are compared with. `posted` returns whether a line is already in the ledger. */
export type StatementContext = {
  today: string
  accounts: readonly AccountToMatch[]
  posted: (reserveAccountId: number, day: string, reference: string) => boolean
}

const normalizeText = (text: string): string => text.replaceAll(/[\s-]+/g, '').toUpperCase()

/** Checks every line of a statement against the accounts, the ledger and the other lines. Stores nothing. */
export function checkStatement(rows: readonly StatementRow[], facts: StatementContext): CheckedRow[] {
  const find = createAccountFinder(facts.accounts)
  const lineKeys = new Set<string>()
  return rows.map((row) => {
    const faults: string[] = []
    const match = find(row)
    const account = typeof match === 'string' ? null : match
    if (typeof match === 'string') faults.push(match)
    const entryDate = parseDay(row.date)
    const reference = row.reference.trim()
    faults.push(...findDayFaults(entryDate, account, facts.today))
    const { amount, fault } = parseAmount(row.amount)
    if (fault) faults.push(fault)
    if (reference === '') faults.push('The reference is missing.')
    else if (reference.length > 60) faults.push('The reference is longer than 60 characters.')
    if (account && entryDate && reference) {
      const key = `${account.reserveAccountId} ${entryDate} ${reference}`
      if (lineKeys.has(key)) faults.push('This file has the same line twice.')
      else if (facts.posted(account.reserveAccountId, entryDate, reference))
        faults.push('This line was posted before.')
      lineKeys.add(key)
    }
    return {
      line: row.line,
      reserveAccountId: account?.reserveAccountId ?? null,
      propertyName: account?.propertyName ?? null,
      accountName: account?.name ?? null,
      entryDate,
      amount,
      reference,
      covers: account && amount !== null && faults.length === 0 ? describeCoverage(account.owed, amount) : '',
      faults,
    }
  })
}

/**
 * Returns a function that finds the account of a line by all its fields, or the sentence that says why none
 * or several match.
 */
function createAccountFinder(
  accounts: readonly AccountToMatch[],
): (row: StatementRow) => AccountToMatch | string {
  const byProperty = new Map<string, AccountToMatch[]>()
  const byNumber = new Map<string, AccountToMatch[]>()
  const add = (map: Map<string, AccountToMatch[]>, key: string, account: AccountToMatch) =>
    map.set(key, [...(map.get(key) ?? []), account])
  for (const account of accounts) {
    for (const number of new Set(account.propertyNumbers.map(normalizeText))) add(byProperty, number, account)
    if (account.accountNumber) add(byNumber, normalizeText(account.accountNumber), account)
  }
  return (row) => {
    const property = normalizeText(row.propertyNumber)
    const number = normalizeText(row.accountNumber)
    if (!property && !number) return 'Give the property’s number or the account’s number.'
    const propertyAccounts = property ? byProperty.get(property) : undefined
    if (property && !propertyAccounts)
      return `No reserve account of property ${row.propertyNumber.trim()} is known.`
    const numberAccounts = number ? byNumber.get(number) : undefined
    if (number && !numberAccounts) return `No reserve account bears the number ${row.accountNumber.trim()}.`
    const accountName = normalizeText(row.account)
    const matches = (numberAccounts ?? propertyAccounts ?? []).filter(
      (matchable) =>
        (!propertyAccounts || propertyAccounts.includes(matchable)) &&
        (!accountName ||
          normalizeText(matchable.name) === accountName ||
          normalizeText(matchable.kind) === accountName),
    )
    if (matches.length === 1) return matches[0]!
    if (matches.length === 0) return 'Property, account and number do not belong together.'
    return `Several accounts fit: ${matches.map((matchable) => matchable.name).join(', ')}. Name the account.`
  }
}

function findDayFaults(day: string | null, account: AccountToMatch | null, today: string): string[] {
  if (!day) return ['Enter the date as MM/DD/YYYY.']
  if (day > today) return ['The date is in the future.']
  if (account && day < account.openedOn)
    return [`The account was opened on ${formatDate(account.openedOn, 'MM/DD/YYYY')}, after this date.`]
  if (account?.closedOn) return [`The account was closed on ${formatDate(account.closedOn, 'MM/DD/YYYY')}.`]
  return []
}

/** The largest amount of a single deposit. A larger one is probably an error of the bank or the file. */
const MAX_DEPOSIT = 99_999_999.99

function parseAmount(text: string): { amount: number | null; fault: string | null } {
  const parsed = readCentsText(text)
  if ('problem' in parsed) {
    const problem = text.trim() === '' ? '' : ` “${text}” ${parsed.problem}`
    return { amount: null, fault: `Enter the amount in dollars, such as 1,200.00.${problem}` }
  }
  const { amount } = parsed
  if (toCents(amount) <= 0)
    return {
      amount,
      fault: 'A deposit is more than $0.00; enter a returned deposit as an adjustment.',
    }
  if (amount > MAX_DEPOSIT) return { amount, fault: `A deposit is at most ${formatMoney(MAX_DEPOSIT)}.` }
  return { amount, fault: null }
}
