import { z } from 'zod'
import { formatNumber } from '#kernel/model/formats.ts'
import { formatMoney, fromCents } from '#kernel/model/money.ts'
import type { Read } from '#statement/model/index.ts'

const leaf = z.object({ label: z.string(), text: z.string(), code: z.string().nullable() })
const figure = leaf.extend({ parts: z.array(leaf) })
/** A figure in a formula: what it is, how it prints, the account it stands at, and what it is the sum of. */
export type Figure = z.infer<typeof figure>
/** A formula with its figures: signs as text, figures between them. */
export type Term = string | Figure
export const term: z.ZodType<Term> = z.union([z.string(), figure])

/** Income that the analyst adds to, or takes from, what debt coverage is reckoned on (domain 8.3). */
export type CustomIncome = { description: string; amount: number; include: boolean }

/** How reserve deposits are known: by the agency's ledger where it tells the whole year, else as the statement says. */
export const BY_LEDGER = 'by the agency’s ledger'
export const BY_SCHEDULE = 'by the reserve schedule'

/** What a report card knows of one fiscal year: the statement’s figures and what stands beside it, in cents. */
export type Year = {
  afsId: number
  year: number
  months: number
  units: number
  read: Read
  /** Principal paid on debt that must be paid; null where nobody can tell. */
  principal: number | null
  /** How that is known: `by the notes payable`. */
  principalFrom: string
  /** Deposits to the replacement reserve that fell due in the year, and how that is known. */
  reserveDeposits: number
  reserveDepositsFrom: typeof BY_LEDGER | typeof BY_SCHEDULE
  /** Rows of the year’s card. */
  custom: readonly CustomIncome[]
  /** Score of the last physical inspection, typed by the analyst. */
  inspectionScore: number | null
  /** The most a management fee may be, in dollars a unit and month; null where it is judged otherwise. */
  mostFee: number | null
}

/** An amount as formulas and letters say it: `1,234`, and with both decimals where it has cents. */
export const words = (cents: number): string =>
  formatMoney(fromCents(cents), { whole: cents % 100 === 0 })
    .replace('$', '')
    .replace('-', '−')

/** A figure of the statement by its account. */
export const at = ({ read }: Year, code: string, label: string): Figure => ({
  ...{ label, text: words(read(code)), code, parts: [] },
})
/** A figure that is no account: found beside the statement, or the sum of its parts. */
export const own = (label: string, cents: number, parts: readonly Figure[] = []): Figure => ({
  ...{ label, text: words(cents), code: null, parts: parts.map(({ parts: _, ...one }) => one) },
})
/** A number that is no money, such as units. */
export const count = (label: string, value: number): Figure => ({
  ...{ label, text: formatNumber(value), code: null, parts: [] },
})

const operating = {
  '6263T': 'administrative',
  '6400T': 'utilities',
  '6500T': 'operating and maintenance',
  '6700T': 'taxes and insurance',
}
const financed = {
  6820: 'interest, first mortgage',
  6825: 'interest, other mortgages',
  6850: 'mortgage insurance and service fee',
}

const several = (year: Year, label: string, names: Readonly<Record<string, string>>) => {
  const cents = Object.keys(names).reduce((sum, code) => sum + year.read(code), 0)
  const parts = Object.entries(names).map(([code, name]) => at(year, code, name))
  return { cents, parts, figure: own(label, cents, parts) }
}

/** Administrative, utilities, operating and maintenance, taxes and insurance: cost of operations without debt. */
export const operatingCost = (year: Year) => several(year, 'operating cost', operating)

/** Total revenue less operating cost: net operating income (domain 8.3). */
export function operatingIncome(year: Year) {
  const cost = operatingCost(year)
  const cents = year.read('5000T') - cost.cents
  const less = Object.entries(operating).map(([code, name]) => ({
    ...at(year, code, `less ${name}`),
    text: words(-year.read(code)),
  }))
  return { cents, figure: own('net operating income', cents, [at(year, '5000T', 'total revenue'), ...less]) }
}

/** Interest, mortgage insurance and principal of debt that must be paid; deferred and surplus-cash debt is left out. */
export function debtService(year: Year) {
  const interest = several(year, 'interest and insurance', financed)
  const cents = interest.cents + (year.principal ?? 0)
  return {
    ...{ cents, known: year.principal !== null },
    figure: own('debt service', cents, [
      ...interest.parts,
      own(`principal ${year.principalFrom}`, year.principal ?? 0),
    ]),
  }
}
