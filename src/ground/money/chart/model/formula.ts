import type { Account } from './entities.ts'

/** One account that a formula counts, and how: added or subtracted. */
export type Counted = { code: string; sign: 1 | -1 }
type Term = { sign: 1 | -1; from: string; to: string }
type InFormula = Pick<Account, 'code' | 'name' | 'sign' | 'formula'>

const TERM = /^([A-Z]?\d{2,6}[A-Z]?)(?:\.\.([A-Z]?\d{2,6}[A-Z]?))?$/

/** Reads `5120..5194 - 5200T`: accounts and ranges of accounts, added and subtracted; null when it reads otherwise. */
export function parseFormula(formula: string): Term[] | null {
  const parts = formula.trim().split(/\s*([+\u2212-])\s*/)
  const terms: Term[] = []
  for (let at = 0; at < parts.length; at += 2) {
    const [, from, to] = TERM.exec(parts[at] ?? '') ?? []
    if (!from) return null
    terms.push({ sign: at > 0 && parts[at - 1] !== '+' ? -1 : 1, from, to: to ?? from })
  }
  return terms
}

/** The letter before a code and its number, by which ranges count. */
const getPlace = (code: string): [string, number] => [/^[A-Z]?/.exec(code)?.[0] ?? '', Number(code.replace(/\D/g, ''))]

/** All accounts that a formula counts: a range counts its entered accounts, each with its own sign. */
function countedBy(terms: readonly Term[], accounts: readonly InFormula[]): Counted[] {
  return terms.flatMap(({ sign, from, to }): Counted[] => {
    if (from === to) return [{ code: from, sign }]
    const [[letter, least], [, most]] = [getPlace(from), getPlace(to)]
    return accounts
      .filter(({ code, formula }) => {
        const [own, number] = getPlace(code)
        return formula === null && own === letter && number >= least && number <= most
      })
      .map((one) => ({ code: one.code, sign: (sign * one.sign) as 1 | -1 }))
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
  const counted = accounts.flatMap((one): [string, Counted[]][] =>
    one.formula === null ? [] : [[one.code, countedBy(parseFormula(one.formula) ?? [], accounts)]],
  )
  return { accounts, of: new Map(accounts.map((one) => [one.code, one])), counted: new Map(counted) }
}

/** The accounts of a year, in order. */
export const accountsIn = <A extends Pick<Account, 'effectiveFrom' | 'effectiveTo' | 'position'>>(
  accounts: readonly A[],
  year: number,
): A[] =>
  accounts
    .filter((one) => one.effectiveFrom <= year && (one.effectiveTo === null || one.effectiveTo >= year))
    .sort((a, b) => a.position - b.position)

/**
 * Finds every fault of a chart: formulas that cannot be parsed, or that count missing accounts, nothing, or
 * themselves.
 */
export function chartFaults(accounts: readonly InFormula[]): string[] {
  const chart = getChart(accounts)
  const faults = accounts.flatMap(({ code, name, formula }) => {
    if (formula === null) return []
    const fault = (words: string) => [`${code} ${name}: ${words}`]
    if (parseFormula(formula) === null)
      return fault(`“${formula}” cannot be read. Write codes with + and −, and ranges such as 5120..5194.`)
    const counted = chart.counted.get(code) ?? []
    if (counted.length === 0) return fault(`no account is within “${formula}”.`)
    const missing = counted.filter((one) => !chart.of.has(one.code)).map((one) => one.code)
    if (missing.length > 0)
      return fault(`the formula counts ${missing.join(', ')}, which is not in the chart of this year.`)
    return reaches(chart, code, code) ? fault('the formula counts itself.') : []
  })
  const codes = accounts.map((one) => one.code)
  const twice = codes.filter((code, index) => codes.indexOf(code) !== index)
  return [...faults, ...twice.map((code) => `${code} is in the chart twice.`)]
}

/** Whether a total counts an account, itself or through others. */
function reaches(chart: Chart<InFormula>, from: string, wanted: string, seen = new Set<string>()): boolean {
  if (seen.has(from)) return false
  seen.add(from)
  return (chart.counted.get(from) ?? []).some(({ code }) => code === wanted || reaches(chart, code, wanted, seen))
}
