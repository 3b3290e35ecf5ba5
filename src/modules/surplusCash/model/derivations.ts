import type { Account } from '#ground/chart/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { toCents } from '#kernel/model/money.ts'
import { type Derivation, originWords } from '#statement/model/index.ts'
import { lineOf, sumLabels, surplusLines } from './form.ts'
import type { Figures } from './surplus.ts'
import { surplusOf } from './surplus.ts'
import { type ComputationView, readOf, type SurplusView } from './views.ts'

/** A line of the form as the account it is shown as; only its code and name are read. */
const named = (code: string, name: string) => ({ code, name, formula: null }) as unknown as Account
type Part = Derivation['parts'][number]
const part = (account: Account, cents: number, from: string | null = null, sign: 1 | -1 = 1): Part => ({
  account,
  sign,
  cents,
  from,
})

export const sumCodes = ['(a)', '(b)', '(c)'] as const
const sumOf = { '(a)': 'a', '(b)': 'b', '(c)': 'c' } as const

/** Where a line of surplus cash comes from: accounts of the balance sheet, or whoever typed it; the sums by their lines. */
export function derivationOfSurplus(
  view: Pick<SurplusView, 'accounts' | 'lines' | 'people' | 'year'>,
  code: string,
  figures: Figures,
  column: 'submittedAmount' | 'reviewAmount',
): Derivation | null {
  if (code in sumOf) return sumDerivation(code as keyof typeof sumOf, figures)
  const line = lineOf(code)
  const known = view.lines.find((one) => one.lineCode === code)
  if (!line || !known) return null
  const read = readOf(view.accounts)
  const cents = figures[line.code]
  const carried = line.accounts.reduce((sum, account) => sum + read(account), 0)
  const typed = known[column] !== null || cents !== carried
  const stored = known[column] !== null && toCents(known[column]) === cents
  return {
    account: named(code, line.label),
    cents,
    formula: !typed && line.accounts.length > 0 ? `= ${line.accounts.join(' + ')}` : null,
    parts: typed
      ? []
      : line.accounts.map((one) =>
          part(named(one, view.accounts[one]?.name ?? ''), read(one), `balance sheet of ${view.year}`),
        ),
    from: stored
      ? originWords(known.origins?.[column], view.people)
      : typed
        ? 'typed just now, not saved yet'
        : line.accounts.length === 0
          ? 'nothing entered'
          : null,
    usedIn: [named(line.side === 'cash' ? '(a)' : '(b)', sumLabels[line.side === 'cash' ? 'a' : 'b'])],
  }
}

function sumDerivation(code: keyof typeof sumOf, figures: Figures): Derivation {
  const sums = surplusOf(figures)
  const name = sumOf[code]
  const account = named(code, sumLabels[name])
  if (name === 'c')
    return {
      ...{ account, cents: sums.c, formula: '= (a) − (b)', from: null },
      parts: [part(named('(a)', sumLabels.a), sums.a), part(named('(b)', sumLabels.b), sums.b, null, -1)],
      usedIn: [named('B1', partLabels.b1)],
    }
  const lines = surplusLines.filter((line) => line.side === (name === 'a' ? 'cash' : 'obligation'))
  return {
    ...{ account, cents: sums[name], from: null, usedIn: [named('(c)', sumLabels.c)] },
    formula: `= ${lines.map((line) => line.code).join(' + ')}`,
    parts: lines
      .filter((line) => figures[line.code] !== 0)
      .map((line) => part(named(line.code, line.label), figures[line.code])),
  }
}

/** What the lines of part B are called (domain 6.2). */
export const partLabels = {
  b1: 'Surplus cash, not below 0',
  b2a: 'Distribution earned in the year',
  b2b: 'Rights of earlier years, not paid',
  b2c: 'Distributions paid in the year',
  b3: 'Earned but unpaid at the end of the year',
  b4: 'Available for distribution',
  b5: 'Deposit due to residual receipts',
} as const
export type PartCode = keyof typeof partLabels
export const partCodes = Object.keys(partLabels) as PartCode[]
/** `b2a` as it is written: `B2a`. */
export const partName = (code: PartCode): string => code.replace('b', 'B')

const percent = (points: number | null) => `${points ?? 0}%`

/** Where a line of the computation comes from, with the figures in it; equity with its sources and who set them. */
export function derivationOfPart(view: ComputationView, code: PartCode | 'equity'): Derivation {
  const of = (one: PartCode, sign: 1 | -1 = 1) =>
    part(named(partName(one), partLabels[one]), toCents(view[one]), null, sign)
  const used = (...codes: PartCode[]) => codes.map((one) => named(partName(one), partLabels[one]))
  const made = (formula: string | null, parts: Part[], usedIn: Account[], from: string | null = null): Derivation => ({
    account: code === 'equity' ? named('Equity', 'of the year') : named(partName(code), partLabels[code]),
    cents: toCents((code === 'equity' ? view.equity : view[code]) ?? 0),
    ...{ formula, parts, from, usedIn },
  })
  const year = view.years.at(-1)
  const before = view.years.filter((one) => one.year < view.year)
  switch (code) {
    case 'b1':
      return made(
        '= (c), not below 0',
        [part(named('(c)', sumLabels.c), toCents(view.surplus), view.surplusReviewed ? 'as reviewed' : 'as submitted')],
        used('b4', 'b5'),
      )
    case 'b2a':
      return year?.typed
        ? made(null, [], used('b3'), `set by hand${year.note ? `: ${year.note}` : ''}`)
        : made(
            `= equity × ${percent(view.rate)} × ${year?.months ?? view.months} ÷ 12, to the whole dollar`,
            [part(named('Equity', 'of the year'), toCents(view.equity ?? 0))],
            used('b3'),
          )
    case 'b2b':
      return made(
        '= earned less paid of each year before',
        before.map((one) =>
          part(
            named(String(one.year), `earned ${one.earned}, paid ${one.paid}`),
            toCents(one.earned) - toCents(one.paid),
            one.note,
          ),
        ),
        used('b3'),
      )
    case 'b2c':
      return made(
        '= paid in the year',
        [part(named(String(view.year), 'yearly rights'), toCents(view.b2c), year?.note ?? null)],
        used('b3'),
      )
    case 'b3':
      return made('= B2a + B2b − B2c', [of('b2a'), of('b2b'), of('b2c', -1)], used('b4', 'b5'))
    case 'b4':
      return made('= the lesser of B1 and B3, not below 0', [of('b1'), of('b3')], [])
    case 'b5':
      return made('= B1 − B3, not below 0', [of('b1'), of('b3', -1)], [])
    case 'equity':
      return made('= development cost − mortgages + improvements + principal paid', equityParts(view), used('b2a'))
  }
}

function equityParts(view: ComputationView): Part[] {
  const { basis } = view
  if (!basis) return []
  const set = `set by ${basis.setByName ?? 'somebody who has left'}, ${formatDate(basis.setAt, 'MM/DD/YYYY')}${basis.source ? `, ${basis.source}` : ''}`
  const principal =
    view.principalPaid === null
      ? `mortgages of ${basis.mortgagePrincipal} less the balance sheet of ${view.year}: 2170 + 2171 + 2320 + 2321`
      : 'typed with the computation'
  return [
    part(named('', 'Development cost'), toCents(basis.developmentCost), set),
    part(named('', 'Mortgages, original principal'), toCents(basis.mortgagePrincipal), set, -1),
    part(named('', 'Approved improvements'), toCents(basis.improvements), set),
    part(named('', 'Principal paid to date'), toCents(view.principal), principal),
  ]
}
