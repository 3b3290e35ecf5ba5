import type { Account } from './entities.ts'

/** An account that a formula counts, added or subtracted. */
export type CountedAccount = { code: string; sign: 1 | -1 }
type Term = { sign: 1 | -1; from: string; to: string }
type FormulaAccount = Pick<Account, 'code' | 'name' | 'sign' | 'formula'>

const TERM = /^([A-Z]?\d{2,6}[A-Z]?)(?:\.\.([A-Z]?\d{2,6}[A-Z]?))?$/

/**
 * Parses a formula such as `5120..5194 - 5200T`: accounts and ranges of accounts, added and subtracted.
 * Returns null for any other text.
 */
export function parseFormula(formula: string): Term[] | null {
  const parts = formula.trim().split(/\s*([+\u2212-])\s*/)
  const terms: Term[] = []
  for (let index = 0; index < parts.length; index += 2) {
    const [, from, to] = TERM.exec(parts[index] ?? '') ?? []
    if (!from) return null
    terms.push({ sign: index > 0 && parts[index - 1] !== '+' ? -1 : 1, from, to: to ?? from })
  }
  return terms
}

/**
 * Splits a code into its letter and its number; a range covers the numbers between its ends with the same
 * letter.
 */
const splitCode = (code: string): [string, number] => [
  /^[A-Z]?/.exec(code)?.[0] ?? '',
  Number(code.replace(/\D/g, '')),
]

/**
 * Lists the accounts that a formula counts. A range counts the entered accounts in it, each with its own
 * sign, but no totals.
 */
function listCounted(terms: readonly Term[], accounts: readonly FormulaAccount[]): CountedAccount[] {
  return terms.flatMap(({ sign, from, to }): CountedAccount[] => {
    if (from === to) return [{ code: from, sign }]
    const [[letter, minimum], [, maximum]] = [splitCode(from), splitCode(to)]
    return accounts
      .filter(({ code, formula }) => {
        const [accountLetter, number] = splitCode(code)
        return formula === null && accountLetter === letter && number >= minimum && number <= maximum
      })
      .map((account) => ({ code: account.code, sign: (sign * account.sign) as 1 | -1 }))
  })
}

/**
 * A chart prepared for computing: its accounts in order and by code, and the accounts that each total
 * counts.
 */
export type Chart<A extends FormulaAccount = Account> = {
  accounts: readonly A[]
  byCode: ReadonlyMap<string, A>
  /** The accounts that each total counts. Entered accounts have no entry. */
  countedByTotal: ReadonlyMap<string, readonly CountedAccount[]>
}

/** Prepares a chart for computing. A formula that cannot be parsed counts nothing; see `chartFaults`. */
export function buildChart<A extends FormulaAccount>(accounts: readonly A[]): Chart<A> {
  const termsByCode = accounts.flatMap((account): [string, CountedAccount[]][] =>
    account.formula === null
      ? []
      : [[account.code, listCounted(parseFormula(account.formula) ?? [], accounts)]],
  )
  return {
    accounts,
    byCode: new Map(accounts.map((account) => [account.code, account])),
    countedByTotal: new Map(termsByCode),
  }
}

/** The accounts that apply in a year, in order. */
export const getAccountsOfYear = <A extends Pick<Account, 'effectiveFrom' | 'effectiveTo' | 'position'>>(
  accounts: readonly A[],
  year: number,
): A[] =>
  accounts
    .filter(
      (account) =>
        account.effectiveFrom <= year && (account.effectiveTo === null || account.effectiveTo >= year),
    )
    .sort((a, b) => a.position - b.position)

/**
 * Finds every fault of a chart: duplicate codes, and formulas that cannot be parsed, or that count missing
 * accounts, nothing, or themselves.
 */
export function findChartFaults(accounts: readonly FormulaAccount[]): string[] {
  const chart = buildChart(accounts)
  const faults = accounts.flatMap(({ code, name, formula }) => {
    if (formula === null) return []
    const fault = (text: string) => [`${code} ${name}: ${text}`]
    if (parseFormula(formula) === null)
      return fault(`“${formula}” cannot be read. Write codes with + and −, and ranges such as 5120..5194.`)
    const terms = chart.countedByTotal.get(code) ?? []
    if (terms.length === 0) return fault(`no account is within “${formula}”.`)
    const missing = terms.filter((item) => !chart.byCode.has(item.code)).map((item) => item.code)
    if (missing.length > 0)
      return fault(`the formula counts ${missing.join(', ')}, which is not in the chart of this year.`)
    return countsAccount(chart, code, code) ? fault('the formula counts itself.') : []
  })
  const codes = accounts.map((account) => account.code)
  const duplicates = codes.filter((code, index) => codes.indexOf(code) !== index)
  return [...faults, ...duplicates.map((code) => `${code} is in the chart twice.`)]
}

/** Whether a total counts an account, directly or through other totals. */
function countsAccount(
  chart: Chart<FormulaAccount>,
  from: string,
  target: string,
  visited = new Set<string>(),
): boolean {
  if (visited.has(from)) return false
  visited.add(from)
  return (chart.countedByTotal.get(from) ?? []).some(
    ({ code }) => code === target || countsAccount(chart, code, target, visited),
  )
}
