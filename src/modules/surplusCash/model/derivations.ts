import type { Account } from '#ground/chart/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney, toCents } from '#kernel/model/money.ts'
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
  b2a: 'Distribution earned in the period',
  b2b: 'Rights of earlier years, not paid',
  b2c: 'Distributions paid in the period',
  b3: 'Earned but unpaid at the end of the period',
  b4: 'Available for distribution',
  b5: 'Deposit due to residual receipts',
} as const
export type PartCode = keyof typeof partLabels
export const partCodes = Object.keys(partLabels) as PartCode[]
/** `b2a` as it is written: `B2a`. */
export const partName = (code: PartCode): string => code.replace('b', 'B')

type Source = { formula: string | null; parts: readonly Part[]; used: readonly PartCode[]; from?: string }

/** Each line of part B, and equity: its formula and the figures in it. */
const sources: Readonly<Record<PartCode | 'equity', (view: ComputationView) => Source>> = {
  b1: (view) => ({
    formula: '= (c), not below 0',
    parts: [
      part(named('(c)', sumLabels.c), toCents(view.surplus), view.surplusReviewed ? 'as reviewed' : 'as submitted'),
    ],
    used: ['b4', 'b5'],
  }),
  b2a: (view) => earnedSource(view),
  b2b: ({ years, year }) => ({
    formula: '= earned less paid of each year before',
    parts: years
      .filter((one) => one.year < year)
      .map((one) =>
        part(
          named(String(one.year), `earned ${formatMoney(one.earned)}, paid ${formatMoney(one.paid)}`),
          toCents(one.earned) - toCents(one.paid),
          one.note,
        ),
      ),
    used: ['b3'],
  }),
  b2c: ({ year, b2c, years }) => ({
    formula: '= paid in the period',
    parts: [part(named(String(year), 'yearly rights'), toCents(b2c), years.at(-1)?.note ?? null)],
    used: ['b3'],
  }),
  b3: (view) => ({
    formula: '= B2a + B2b − B2c',
    parts: [partOf(view, 'b2a'), partOf(view, 'b2b'), partOf(view, 'b2c', -1)],
    used: ['b4', 'b5'],
  }),
  b4: (view) => ({
    formula: '= the lesser of B1 and B3, not below 0',
    parts: [partOf(view, 'b1'), partOf(view, 'b3')],
    used: [],
  }),
  b5: (view) => ({
    formula: '= B1 − B3, not below 0',
    parts: [partOf(view, 'b1'), partOf(view, 'b3', -1)],
    used: [],
  }),
  equity: (view) => ({
    formula: '= development cost − mortgages + improvements + principal paid',
    parts: equityParts(view),
    used: ['b2a'],
  }),
}

const partOf = (view: ComputationView, code: PartCode, sign: 1 | -1 = 1): Part =>
  part(named(partName(code), partLabels[code]), toCents(view[code]), null, sign)

function earnedSource({ years, rate, months, equity }: ComputationView): Source {
  const right = years.at(-1)
  if (right?.typed)
    return { formula: null, parts: [], used: ['b3'], from: `set by hand${right.note ? `: ${right.note}` : ''}` }
  return {
    formula: `= equity × ${rate ?? 0}% × ${right?.months ?? months} ÷ 12, to the whole dollar`,
    parts: [part(named('Equity', 'of the year'), toCents(equity ?? 0))],
    used: ['b3'],
  }
}

/** Where a line of the computation comes from, with the figures in it; equity with its sources and who set them. */
export function derivationOfPart(view: ComputationView, code: PartCode | 'equity'): Derivation {
  const { formula, parts, used, from = null } = sources[code](view)
  return {
    account: code === 'equity' ? named('Equity', 'of the year') : named(partName(code), partLabels[code]),
    cents: toCents(view[code] ?? 0),
    ...{ formula, parts, from },
    usedIn: used.map((one) => named(partName(one), partLabels[one])),
  }
}

function equityParts(view: ComputationView): Part[] {
  const { basis } = view
  if (!basis) return []
  const set = `set by ${basis.setByName ?? 'somebody who has left'}, ${formatDate(basis.setAt, 'MM/DD/YYYY')}${basis.source ? `, ${basis.source}` : ''}`
  const principal =
    view.principalPaid === null
      ? `mortgages of ${formatMoney(basis.mortgagePrincipal)} less the balance sheet of ${view.year}: 2170 + 2171 + 2320 + 2321`
      : 'typed with the computation'
  return [
    part(named('', 'Development cost'), toCents(basis.developmentCost), set),
    part(named('', 'Mortgages, original principal'), toCents(basis.mortgagePrincipal), set, -1),
    part(named('', 'Approved improvements'), toCents(basis.improvements), set),
    part(named('', 'Principal paid to date'), toCents(view.principal), principal),
  ]
}

/** Where a line of an interim computation comes from: typed for its day and certified with the request, or reckoned. */
export function derivationOfInterim(
  view: ComputationView,
  code: string,
  figures: Figures,
  certified: string | null,
): Derivation | null {
  if (code in sumOf) return sumDerivation(code as keyof typeof sumOf, figures)
  if (code in partLabels) return derivationOfPart(view, code as PartCode)
  const line = lineOf(code)
  if (!line) return null
  const cents = figures[line.code]
  const day = formatDate(view.periodEnd, 'MM/DD/YYYY')
  return {
    account: named(code, line.label),
    ...{ cents, formula: null, parts: [] },
    from:
      cents === 0
        ? 'nothing entered'
        : `typed interim figure of ${day}, ${certified ?? 'certified by whoever submits the request'}`,
    usedIn: [named(line.side === 'cash' ? '(a)' : '(b)', sumLabels[line.side === 'cash' ? 'a' : 'b'])],
  }
}
