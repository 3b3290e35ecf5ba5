import type { Account } from './entities.ts'

/** One account that a formula counts, and how: added or subtracted. */
export type Counted = { code: string; sign: 1 | -1 }
type Term = { sign: 1 | -1; from: string; to: string }
type InFormula = Pick<Account, 'code' | 'name' | 'sign' | 'formula'>

const TERM = /^([A-Z]?\d{2,6}[A-Z]?)(?:\.\.([A-Z]?\d{2,6}[A-Z]?))?$/

/**
 * Reads `5120..5194 - 5200T`: accounts and ranges of accounts, added and subtracted; null when it reads
 * otherwise.
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

/** The letter before a code and its number, by which ranges count. */
const getPlace = (code: string): [string, number] => [
  /^[A-Z]?/.exec(code)?.[0] ?? '',
  Number(code.replace(/\D/g, '')),
]

/** All accounts that a formula counts: a range counts its entered accounts, each with its own sign. */
function countedBy(terms: readonly Term[], accounts: readonly InFormula[]): Counted[] {
  return terms.flatMap(({ sign, from, to }): Counted[] => {
    if (from === to) return [{ code: from, sign }]
    const [[letter, minimum], [, maximum]] = [getPlace(from), getPlace(to)]
    return accounts
      .filter(({ code, formula }) => {
        const [accountLetter, number] = getPlace(code)
        return formula === null && accountLetter === letter && number >= minimum && number <= maximum
      })
      .map((account) => ({ code: account.code, sign: (sign * account.sign) as 1 | -1 }))
  })
}

/** A chart prepared for computing: its accounts in order, and the terms of each total. */
export type Chart<A extends InFormula = Account> = {
  accounts: readonly A[]
  of: ReadonlyMap<string, A>
  /** The terms of each total; none for an entered account. */
  counted: ReadonlyMap<string, readonly Counted[]>
}

/** Makes a chart of accounts; what `chartFaults` finds wrong in them counts nothing. */
export function getChart<A extends InFormula>(accounts: readonly A[]): Chart<A> {
  const termsByCode = accounts.flatMap((account): [string, Counted[]][] =>
    account.formula === null
      ? []
      : [[account.code, countedBy(parseFormula(account.formula) ?? [], accounts)]],
  )
  return {
    accounts,
    of: new Map(accounts.map((account) => [account.code, account])),
    counted: new Map(termsByCode),
  }
}

/** The accounts of a year, in order. */
export const accountsIn = <A extends Pick<Account, 'effectiveFrom' | 'effectiveTo' | 'position'>>(
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
 * Finds every fault of a chart: formulas that cannot be parsed, or that count missing accounts, nothing, or
 * themselves.
 */
export function chartFaults(accounts: readonly InFormula[]): string[] {
  const chart = getChart(accounts)
  const faults = accounts.flatMap(({ code, name, formula }) => {
    if (formula === null) return []
    const fault = (text: string) => [`${code} ${name}: ${text}`]
    if (parseFormula(formula) === null)
      return fault(`“${formula}” cannot be read. Write codes with + and −, and ranges such as 5120..5194.`)
    const counteds = chart.counted.get(code) ?? []
    if (counteds.length === 0) return fault(`no account is within “${formula}”.`)
    const missing = counteds.filter((item) => !chart.of.has(item.code)).map((item) => item.code)
    if (missing.length > 0)
      return fault(`the formula counts ${missing.join(', ')}, which is not in the chart of this year.`)
    return reaches(chart, code, code) ? fault('the formula counts itself.') : []
  })
  const codes = accounts.map((account) => account.code)
  const twice = codes.filter((code, index) => codes.indexOf(code) !== index)
  return [...faults, ...twice.map((code) => `${code} is in the chart twice.`)]
}

/** Whether a total counts an account, itself or through others. */
function reaches(
  chart: Chart<InFormula>,
  from: string,
  target: string,
  visited = new Set<string>(),
): boolean {
  if (visited.has(from)) return false
  visited.add(from)
  return (chart.counted.get(from) ?? []).some(
    ({ code }) => code === target || reaches(chart, code, target, visited),
  )
}
