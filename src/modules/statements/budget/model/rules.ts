import { formatMoney, fromCents, toCents } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import {
  type AnyFigures,
  chartIn,
  getStatementCode,
  needsNote,
  readColumn,
  tiedWords,
  typedAccounts,
} from '#statement/model/index.ts'
import { type Compared, getBudgetTies } from './ties.ts'
import type { Inputs } from './worksheet.ts'

/** The typed content of a budget. */
export type Content = Compared & { months: number; rentIncreaseIncluded: boolean | null; certified: boolean }
export type Facts = Inputs & { budgetYear: number; propertyId: number; statusId: number }

const computeAmount = (line: AnyFigures | undefined, column: string): number =>
  toCents((line?.[column] as number | null | undefined) ?? 0)

/**
 * Faults of lines, each at its place among the accounts that are typed, so that browser and server name the
 * same cell.
 */
function lineFaults(
  { lines }: Pick<Content, 'lines'>,
  facts: Inputs,
  fault: (line: AnyFigures, code: string, name: string) => { column: string; message: string } | false,
): Fault[] {
  const byCode = new Map(lines.map((line) => [getStatementCode(line), line]))
  return typedAccounts(facts).flatMap(({ code, name }, index) => {
    const line = byCode.get(code)
    const lineFault = line && fault(line, code, name)
    return lineFault
      ? [{ field: `lines.${index}.${lineFault.column}`, message: `${code} ${name}: ${lineFault.message}` }]
      : []
  })
}

/** BUD-1: a budget holds revenue and expenses (domain 41: no budget of nothing). */
export function notEmpty({ lines }: Content, facts: Facts): Fault[] {
  const read = readColumn(chartIn(facts), lines, 'proposed')
  return [
    ...(read('5000T') === 0
      ? [{ field: 'lines', message: 'The proposed revenue is 0. Enter the budget first.' }]
      : []),
    ...(read('6000T') === 0
      ? [{ field: 'lines', message: 'The proposed expenses are 0. Enter the budget first.' }]
      : []),
  ]
}

/** BUD-2: vacancies and concessions are typed as they are, not below zero (domain 9.5). */
export const notNegative = (content: Content, facts: Facts): Fault[] =>
  lineFaults(content, facts, (line, code) => {
    if (!code.startsWith('52') || computeAmount(line, 'proposed') >= 0) return false
    return { column: 'proposed', message: 'enter the loss without a minus sign; it is subtracted.' }
  })

/** A change that is still to be explained in the note of its line, in cents. */
export type Unexplained = { code: string; from: number; to: number }

/** The changes above the agency’s limits without a note; a first budget has nothing to be compared with. */
export function unexplained(lines: Content['lines'], { rules }: Pick<Facts, 'rules'>): Unexplained[] {
  const limits = { percent: rules.notePercent, dollars: rules.noteDollars }
  if (lines.every((line) => computeAmount(line, 'currentBudget') === 0)) return []
  return lines.flatMap((line) => {
    const [from, to] = [computeAmount(line, 'currentBudget'), computeAmount(line, 'proposed')]
    return line.note?.trim() || !needsNote(from, to, limits)
      ? []
      : [{ code: getStatementCode(line), from, to }]
  })
}

/** BUD-3: a change above the agency’s limits is explained on its line (domain 9.2). */
export const explained = (content: Content, facts: Facts): Fault[] => {
  const open = new Map(unexplained(content.lines, facts).map((change) => [change.code, change]))
  return lineFaults(content, facts, (_, code) => {
    const change = open.get(code)
    if (!change) return false
    const difference = formatMoney(fromCents(Math.abs(change.to - change.from)))
    return {
      column: 'note',
      message: `${change.to > change.from ? 'up' : 'down'} ${difference}. Explain the change.`,
    }
  })
}

/** BUD-4: proposed rents above the approved ones: with a rent increase or without one (domain 9.3). */
export function rentsAnswered(content: Content, facts: Facts): Fault[] {
  const over = getBudgetTies(content, { ...facts, months: content.months }).find(
    ({ id, agrees }) => id === 'BUD-T1' && !agrees,
  )
  if (!over || content.rentIncreaseIncluded !== null) return []
  return [
    {
      field: 'rentIncreaseIncluded',
      message: `${tiedWords(over)} Say whether a rent increase is to be asked for.`,
    },
  ]
}

/** BUD-5: tie-outs that stop: corrected, or explained on their line. */
export function tiesExplained(content: Content, facts: Facts): Fault[] {
  const notes = new Map(content.lines.map((line) => [getStatementCode(line), line.note?.trim()]))
  const accounts = typedAccounts(facts)
  return getBudgetTies(content, { ...facts, months: content.months }).flatMap((tie): Fault[] => {
    if (tie.agrees || !tie.stops || notes.get(tie.left.code ?? '')) return []
    const index = accounts.findIndex(({ code }) => code === tie.left.code)
    return [
      {
        field: `lines.${index}.proposed`,
        message: `${tiedWords(tie)} Correct it, or explain it in the note of ${tie.left.code}.`,
      },
    ]
  })
}

/** BUD-6: the person who submits the budget certifies it. */
export const certifiedFault = ({ certified }: Content) =>
  !certified && { at: 'certified', say: 'Certify the budget before you submit it.' }

/** BUD-7: the reviewer has approved an amount for every line that was proposed. */
export const approvedFaults = (content: Pick<Content, 'lines'>, facts: Facts): Fault[] =>
  lineFaults(
    content,
    facts,
    (line) =>
      line.proposed != null &&
      line.approved == null && { column: 'approved', message: 'enter the approved amount; 0 for nothing.' },
  )
