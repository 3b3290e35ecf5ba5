import {
  type AnyFigures,
  createColumnReader,
  describeTieOut,
  getLineCode,
  getRecordChart,
  getTypedAccounts,
  needsNote,
} from '#engines/worksheet/model/index.ts'
import { formatMoney, fromCents, toCents } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { type BudgetContent, getBudgetTies } from './ties.ts'
import type { Inputs } from './worksheet.ts'

/** The entered content of a budget. */
export type Content = BudgetContent & {
  months: number
  rentIncreaseIncluded: boolean | null
  certified: boolean
}
export type Facts = Inputs & { budgetYear: number; propertyId: number; statusId: number }

const computeAmount = (line: AnyFigures | undefined, column: string): number =>
  toCents((line?.[column] as number | null | undefined) ?? 0)

/**
 * Returns the faults of lines. Each field name has the position of its account among the accounts that
 * people fill in, so that browser and server name the same cell.
 */
function findLineFaults(
  { lines }: Pick<Content, 'lines'>,
  facts: Inputs,
  fault: (line: AnyFigures, code: string, name: string) => { column: string; message: string } | false,
): Fault[] {
  const byCode = new Map(lines.map((line) => [getLineCode(line), line]))
  return getTypedAccounts(facts).flatMap(({ code, name }, index) => {
    const line = byCode.get(code)
    const lineFault = line && fault(line, code, name)
    return lineFault
      ? [{ field: `lines.${index}.${lineFault.column}`, message: `${code} ${name}: ${lineFault.message}` }]
      : []
  })
}

/** BUD-1: a budget must have revenue and expenses (domain 41: no empty budgets). */
export function checkNotEmpty({ lines }: Content, facts: Facts): Fault[] {
  const read = createColumnReader(getRecordChart(facts), lines, 'proposed')
  return [
    ...(read('5000T') === 0
      ? [{ field: 'lines', message: 'The proposed revenue is 0. Enter the budget first.' }]
      : []),
    ...(read('6000T') === 0
      ? [{ field: 'lines', message: 'The proposed expenses are 0. Enter the budget first.' }]
      : []),
  ]
}

/** BUD-2: vacancies and concessions must be entered without a minus sign (domain 9.5). */
export const checkNotNegative = (content: Content, facts: Facts): Fault[] =>
  findLineFaults(content, facts, (line, code) => {
    if (!code.startsWith('52') || computeAmount(line, 'proposed') >= 0) return false
    return { column: 'proposed', message: 'enter the loss without a minus sign; it is subtracted.' }
  })

/**
 * A change since the current budget that its line does not yet explain in a note; both amounts are in
 * cents.
 */
export type UnexplainedChange = { code: string; from: number; to: number }

/**
 * Returns the lines whose change exceeds the agency's limits and has no note. Empty for a first budget,
 * which has nothing to compare with.
 */
export function findUnexplainedChanges(
  lines: Content['lines'],
  { rules }: Pick<Facts, 'rules'>,
): UnexplainedChange[] {
  const limits = { percent: rules.notePercent, dollars: rules.noteDollars }
  if (lines.every((line) => computeAmount(line, 'currentBudget') === 0)) return []
  return lines.flatMap((line) => {
    const [from, to] = [computeAmount(line, 'currentBudget'), computeAmount(line, 'proposed')]
    return line.note?.trim() || !needsNote(from, to, limits) ? [] : [{ code: getLineCode(line), from, to }]
  })
}

/** BUD-3: a change above the agency's limits must be explained in the note of its line (domain 9.2). */
export const checkExplained = (content: Content, facts: Facts): Fault[] => {
  const unexplainedChanges = new Map(
    findUnexplainedChanges(content.lines, facts).map((change) => [change.code, change]),
  )
  return findLineFaults(content, facts, (_, code) => {
    const change = unexplainedChanges.get(code)
    if (!change) return false
    const difference = formatMoney(fromCents(Math.abs(change.to - change.from)))
    return {
      column: 'note',
      message: `${change.to > change.from ? 'up' : 'down'} ${difference}. Explain the change.`,
    }
  })
}

/**
 * BUD-4: if proposed rents exceed the approved ones, the company must say whether it will ask for a rent
 * increase (domain 9.3).
 */
export function checkRentQuestion(content: Content, facts: Facts): Fault[] {
  const over = getBudgetTies(content, { ...facts, months: content.months }).find(
    ({ id, agrees }) => id === 'BUD-T1' && !agrees,
  )
  if (!over || content.rentIncreaseIncluded !== null) return []
  return [
    {
      field: 'rentIncreaseIncluded',
      message: `${describeTieOut(over)} Say whether a rent increase is to be asked for.`,
    },
  ]
}

/** BUD-5: a failed tie-out that stops a budget must be corrected, or explained in the note of its line. */
export function checkTies(content: Content, facts: Facts): Fault[] {
  const notes = new Map(content.lines.map((line) => [getLineCode(line), line.note?.trim()]))
  const accounts = getTypedAccounts(facts)
  return getBudgetTies(content, { ...facts, months: content.months }).flatMap((tie): Fault[] => {
    if (tie.agrees || !tie.stops || notes.get(tie.left.code ?? '')) return []
    const index = accounts.findIndex(({ code }) => code === tie.left.code)
    return [
      {
        field: `lines.${index}.proposed`,
        message: `${describeTieOut(tie)} Correct it, or explain it in the note of ${tie.left.code}.`,
      },
    ]
  })
}

/** BUD-6: the person who submits the budget must certify it. */
export const checkCertified = ({ certified }: Content) =>
  !certified && { field: 'certified', message: 'Certify the budget before you submit it.' }

/** BUD-7: the reviewer must enter an approved amount for every proposed line. */
export const checkApprovedAmounts = (content: Pick<Content, 'lines'>, facts: Facts): Fault[] =>
  findLineFaults(
    content,
    facts,
    (line) =>
      line.proposed != null &&
      line.approved == null && { column: 'approved', message: 'enter the approved amount; 0 for nothing.' },
  )
