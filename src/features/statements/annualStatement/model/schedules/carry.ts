import type { ReadCents } from '#engines/worksheet/model/index.ts'
import { fromCents } from '#kernel/model/money.ts'
import { getDisclosedCash } from './cashFlowLines.ts'
import { type ComparedStatement, createColumnTest, getColumnSide, type LedgerFact } from './compared.ts'
import { accruedInterest } from './debtRules.ts'
import { getAnnualStatementMoney, getCents, getIdentity, type Schedule, type ScheduleRow } from './declare.ts'
import { getOpeningCash } from './equityRules.ts'
import { addRegisterFigures } from './loanRegister.ts'
import { getAnnualStatementSchedule, isReserveIn, type Part } from './schedules.ts'

/** The data that schedules are prefilled from, in addition to the data for tie-outs. */
export type Sources = ComparedStatement & {
  months: number
  /** The institutions where the property has had funds before. */
  institutions: readonly { financialInstitutionId: number; name: string }[]
}
/** A schedule line prefilled from its sources. `from` names the source of each figure. */
export type CarriedLine = { values: ScheduleRow; from: Readonly<Record<string, string>> }

const buildOrigins = (columns: readonly string[], from: string) =>
  Object.fromEntries(columns.map((column) => [column, from]))

/**
 * Carries last year's lines over: the columns that identify them, the columns that do not change, and last
 * year's ending amounts as this year's beginning.
 */
function carryLastYear(schedule: Schedule, { prior, year }: Sources, part: Part): CarriedLine[] {
  const facts = [
    ...(schedule.lines ? ['code'] : schedule.identityColumns),
    ...(schedule.constantColumns ?? []),
  ]
  const from = `the ${year - 1} statement`
  return (prior?.rows[part] ?? []).map((row) => {
    const factEntries = facts.flatMap((name) => (row[name] == null ? [] : [[name, row[name]] as const]))
    const carriedEntries = Object.entries(schedule.carries ?? {}).map(
      ([into, ending]) => [into, fromCents(getCents(schedule, row, ending))] as const,
    )
    const values = Object.fromEntries([...factEntries, ...carriedEntries])
    return {
      values,
      from: buildOrigins(
        getAnnualStatementMoney(schedule).filter((name) => name in values),
        from,
      ),
    }
  })
}

const ledgerColumns = ['deposits', 'interest', 'transfers', 'releases', 'fees', 'monthlyRequired'] as const

/**
 * Adds the agency's ledger figures of the period to the reserves. A beginning balance comes from last
 * year's statement if it has one.
 */
function addLedgerFigures(lines: readonly CarriedLine[], { ledger, months }: Sources): CarriedLine[] {
  const from = 'the agency’s ledger'
  const usedLines = new Set<CarriedLine>()
  const fits = (line: CarriedLine, fact: LedgerFact) =>
    !usedLines.has(line) && line.values.reserveKind === fact.reserveKind
  const carriedLines = ledger.map((fact): CarriedLine => {
    const last =
      lines.find((line) => fits(line, fact) && line.values.accountNumber === fact.accountNumber) ??
      lines.find((line) => fits(line, fact))
    if (last) usedLines.add(last)
    const identity = {
      reserveKind: fact.reserveKind,
      institution: fact.institution,
      accountNumber: fact.accountNumber,
    }
    const columns = fact.whole ? ledgerColumns : ['monthlyRequired' as const]
    const figures = Object.fromEntries(columns.map((name) => [name, fact[name]]))
    return {
      values: {
        ...identity,
        ...(fact.whole ? { beginning: fact.beginning } : {}),
        ...last?.values,
        ...figures,
        months,
        requestNumbers: fact.requestNumbers || null,
      },
      from: { ...(fact.whole ? { beginning: from } : {}), ...last?.from, ...buildOrigins(columns, from) },
    }
  })
  return [...carriedLines, ...lines.filter((line) => !usedLines.has(line))]
}

/** Returns last year's lines, or one line for each institution the property has used if there are none. */
const getInstitutions = (lines: readonly CarriedLine[], { institutions }: Sources): CarriedLine[] =>
  lines.length > 0
    ? [...lines]
    : institutions.map(({ financialInstitutionId, name }) => ({
        values: { financialInstitutionId, institution: name },
        from: {},
      }))

/**
 * The balance sheet accounts whose change since last year makes each line of the cash flow statement. A
 * sign of -1 means a decrease of the accounts counts as positive.
 */
const changesByLine: Readonly<Record<string, readonly [-1 | 1, readonly string[]]>> = {
  C310: [1, ['1310']],
  C320: [1, ['1320']],
  C330: [1, ['1340']],
  C340: [1, ['1330', '1355', '1365', '1367', '1381']],
  C630: [-1, ['1130N', '1135', '1137N', '1140', '1145', '1160', '1165']],
  C640: [-1, ['1180', '1190', '1200', '1240']],
  C650: [-1, ['1191']],
  C660: [1, ['2105', '2110', '2111', '2112', '2113', '2115', '2116', '2120', '2121', '2123', '2150', '2190']],
  C670: [1, accruedInterest],
  C680: [1, ['2191']],
  C685: [1, ['2210']],
}

/**
 * Returns the cash flow lines that follow from other parts: changes of accounts, the schedules, and last
 * year's cash.
 */
function getCashLines(sources: Sources): CarriedLine[] {
  const { read, prior, chart, year } = sources
  const sum = (codes: readonly string[], read: ReadCents) =>
    codes.reduce((total, code) => total + (chart.byCode.has(code) ? read(code) : 0), 0)
  const line = (code: string, cents: number, from: string): CarriedLine => ({
    values: { code, amount: fromCents(cents) },
    from: { amount: from },
  })
  const sumPayments = (only: (row: ScheduleRow) => boolean) =>
    getColumnSide(sources, 'notesPayable', 'payments', { only }).cents
  const isFirstMortgage = createColumnTest('accountCode', '2320')
  const columnTotal = (part: Part, name: string) => getColumnSide(sources, part, name).cents
  const carriedLines = [
    line('C350', columnTotal('fixedAssets', 'additions'), 'changes in fixed assets'),
    line('C410', sumPayments(isFirstMortgage), 'notes payable'),
    line(
      'C420',
      sumPayments((row) => !isFirstMortgage(row)),
      'notes payable',
    ),
    line('C430', columnTotal('notesPayable', 'additions'), 'notes payable'),
    line('C440', columnTotal('partnersEquity', 'contributions'), 'partners’ equity'),
    line('C450', columnTotal('partnersEquity', 'distributions'), 'partners’ equity'),
    line('C610', read('3250'), 'income and expense'),
    line('C620', read('6600') + read('6610'), 'income and expense'),
  ]
  if (!prior) return carriedLines
  const disclosed = getDisclosedCash(sources.rows.cashFlows)
  // Uses last year's choice of restricted cash until this year's is entered.
  const restricted = disclosed.length > 0 ? disclosed : getDisclosedCash(prior.rows.cashFlows)
  // Moves between cash and restricted cash are not cash flows, so their accounts count in no line.
  const noFlow = new Set(restricted.flatMap((item): readonly string[] => item.accounts))
  return [
    ...carriedLines,
    line('C510', getOpeningCash(sources, restricted).cents, `the ${year - 1} statement`),
    ...Object.entries(changesByLine).map(([code, [sign, codes]]) => {
      const countedCodes = codes.filter((code) => !noFlow.has(code))
      return line(
        code,
        sign * (sum(countedCodes, read) - sum(countedCodes, prior.read)),
        'changes in the balance sheet',
      )
    }),
    ...restricted.map(({ code, accounts }) => line(code, sum(accounts, read), 'the balance sheet')),
  ]
}

/** Returns last year's filed amounts of the accounts that are restated. */
function getFiledAmounts({ rows, prior, year, chart }: Sources): CarriedLine[] {
  if (!prior) return []
  return rows.restatements
    .filter(({ accountCode }) => chart.byCode.has(String(accountCode)))
    .map(({ accountCode }) => ({
      values: { accountCode, filed: fromCents(prior.filed(String(accountCode))) },
      from: { filed: `the ${year - 1} statement` },
    }))
}

/**
 * Returns the lines of a schedule as far as other parts, last year's statement and the portal's own records
 * determine them.
 */
export function getCarriedLines(part: Part, sources: Sources): CarriedLine[] {
  if (part === 'cashFlows') return getCashLines(sources)
  if (part === 'restatements') return getFiledAmounts(sources)
  const lines = carryLastYear(getAnnualStatementSchedule(part), sources, part)
  if (part === 'reserves') return addLedgerFigures(lines, sources)
  if (part === 'notesPayable') return addRegisterFigures(lines, sources)
  return part === 'fundsHeld' ? getInstitutions(lines, sources) : lines
}

type Originated = { origins?: Readonly<Record<string, { carried?: string | undefined }>> | null }

/**
 * Fills a schedule from its sources. A figure that is empty or was carried before gets the source's current
 * value; an entered figure is not changed. `from` names the source of each carried figure, by the position of
 * its line.
 */
export function carryFigures(part: Part, present: readonly ScheduleRow[], sources: Sources) {
  const schedule = getAnnualStatementSchedule(part)
  const rows = [...present]
  const from = new Map<number, Record<string, string>>()
  for (const line of getCarriedLines(part, sources)) {
    const identity = getIdentity(schedule, line.values)
    const index = rows.findIndex((row) => getIdentity(schedule, row) === identity)
    const count = index < 0 ? rows.length : index
    const row = rows[count]
    const { origins } = (row ?? {}) as Originated
    const isReplaceable = (name: string) => row?.[name] == null || origins?.[name]?.carried !== undefined
    const carriedEntries = Object.entries(line.from).filter(
      ([name]) => isReplaceable(name) && row?.[name] !== line.values[name],
    )
    if (row && carriedEntries.length === 0) continue
    const facts = row
      ? Object.fromEntries(carriedEntries.map(([name]) => [name, line.values[name]]))
      : line.values
    rows[count] = { ...row, ...facts }
    from.set(count, Object.fromEntries(carriedEntries))
  }
  return { rows, from }
}

/** The account for the current portion of a note, by the account of its principal. */
const currentPortionAccounts: Readonly<Record<string, string>> = {
  2310: '2160',
  2311: '2172',
  2320: '2170',
  2321: '2171',
  2322: '2171',
  2323: '2172',
}

/** Returns the amounts of accounts that schedules determine, in dollars, with the name of the schedule. */
export function getCarriedAccounts(
  compared: ComparedStatement,
): { code: string; amount: number; from: string }[] {
  const cents = new Map<string, { cents: number; from: string }>()
  const add = (code: string, amount: number, from: string) => {
    if (compared.chart.byCode.has(code))
      cents.set(code, { cents: (cents.get(code)?.cents ?? 0) + amount, from })
  }
  const { notesPayable, reserves, fixedAssets } = compared.rows
  const readCents = (part: Part, row: ScheduleRow, name: string) =>
    getCents(getAnnualStatementSchedule(part), row, name)
  for (const note of notesPayable) {
    const code = String(note.accountCode ?? '')
    if (!code) continue
    add(code, readCents('notesPayable', note, 'longTerm'), 'notes payable')
    add(
      currentPortionAccounts[code] ?? '2160',
      readCents('notesPayable', note, 'currentPortion'),
      'notes payable',
    )
  }
  for (const code of ['1310', '1320', '1330', '1340'])
    if (reserves.some(isReserveIn(code)))
      add(
        code,
        getColumnSide(compared, 'reserves', 'ending', { only: isReserveIn(code) }).cents,
        'the reserve schedule',
      )
  for (const row of fixedAssets) {
    add(String(row.code), readCents('fixedAssets', row, 'ending'), 'changes in fixed assets')
    add('1495', readCents('fixedAssets', row, 'depreciationEnding'), 'changes in fixed assets')
    add('6600', readCents('fixedAssets', row, 'depreciationExpense'), 'changes in fixed assets')
  }
  if (compared.rows.partnersEquity.length > 0)
    add('3130', getColumnSide(compared, 'partnersEquity', 'ending').cents, 'partners’ equity')
  return [...cents].map(([code, one]) => ({ code, amount: fromCents(one.cents), from: one.from }))
}
