import { REQUIRED } from '#kernel/model/field.ts'
import { formatMoney, fromCents, toCents } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import {
  type AnyFigures,
  chartIn,
  codeOf,
  needsNote,
  readColumn,
  tied,
  tiedWords,
  typedAccounts,
} from '#statement/model/index.ts'
import { certifierRoles } from './entities.ts'
import { balanceTie } from './ties.ts'
import { type Certified, type Grounds, monthsOf } from './worksheet.ts'

/** What is typed of a statement. */
export type Content = {
  lines: readonly AnyFigures[]
  periodStart: string
  periodEnd: string
  statementType: string | null
  opinion: string | null
  auditFirm: string | null
  auditReportDate: string | null
  accountingBasis: string | null
  findingsCount: number | null
}
export type Facts = Grounds & {
  year: number
  files: readonly { documentType: string | null; fileName: string; contentType: string }[]
}

const amountOf = (line: AnyFigures | undefined): number => toCents((line?.amount as number | null | undefined) ?? 0)

/** Faults of lines, each at its place among the accounts that are typed, so that browser and server name the same cell. */
function lineFaults(
  { lines }: Pick<Content, 'lines'>,
  facts: Grounds,
  fault: (line: AnyFigures | undefined, code: string) => { column: string; message: string } | false,
): Fault[] {
  const byCode = new Map(lines.map((line) => [codeOf(line), line]))
  return typedAccounts(facts).flatMap(({ code, name }, at) => {
    const found = fault(byCode.get(code), code)
    return found ? [{ field: `lines.${at}.${found.column}`, message: `${code} ${name}: ${found.message}` }] : []
  })
}

/** AFS-1: a statement holds assets and revenue (domain 41: no statement of nothing). */
export function notEmpty({ lines }: Content, facts: Facts): Fault[] {
  const read = readColumn(chartIn(facts), lines)
  const none = (code: string, words: string) =>
    read(code) === 0 ? [{ field: 'lines', message: `${words} are 0. Enter the statement first.` }] : []
  return [...none('1000T', 'Total assets'), ...none('5100T', 'Rents')]
}

/** AFS-2: total assets are liabilities and equity, to the dollar (domain 4.3). */
export function balanced({ lines }: Content, facts: Facts): Fault[] {
  const tie = tied(balanceTie(readColumn(chartIn(facts), lines)), facts.rules.tolerance)
  return tie.agrees ? [] : [{ field: 'lines', message: tiedWords(tie) }]
}

/** AFS-3: what is subtracted (allowances, depreciation, vacancies) is typed without a minus sign (domain 4.14). */
export const notNegative = (content: Content, facts: Facts): Fault[] => {
  const { of } = chartIn(facts)
  return lineFaults(content, facts, (line, code) => {
    const subtracted = of.get(code)?.sign === -1 || code.startsWith('52')
    if (!subtracted || amountOf(line) >= 0) return false
    return { column: 'amount', message: 'enter it without a minus sign; it is subtracted.' }
  })
}

/**
 * AFS-4: a change of an income or expense account above the agency’s limits is explained on its line. Periods of different
 * length are not compared.
 */
export const explained = (content: Content, facts: Facts): Fault[] => {
  const { prior, rules } = facts
  if (!prior || prior.months !== monthsOf(content)) return []
  return lineFaults(content, facts, (line, code) => {
    if (!/^[567]/.test(code) || line?.note?.trim()) return false
    const [from, to] = [toCents(prior.amounts[code] ?? 0), amountOf(line)]
    if (!needsNote(from, to, { percent: rules.notePercent, dollars: rules.noteDollars })) return false
    const by = formatMoney(fromCents(Math.abs(to - from)))
    return { column: 'note', message: `${to > from ? 'up' : 'down'} ${by} since ${prior.year}. Explain the change.` }
  })
}

/** AFS-5: the facts over a statement (domain 4.2); an opinion and its firm and date where somebody has audited it. */
export function headFaults(content: Content): Fault[] {
  const { statementType } = content
  const wanted: (keyof Content)[] = ['statementType', 'accountingBasis']
  if (statementType === 'Audit') wanted.push('opinion', 'findingsCount')
  if (statementType && statementType !== 'Internal') wanted.push('auditFirm', 'auditReportDate')
  return wanted.flatMap((field) =>
    content[field] === null || content[field] === '' ? [{ field, message: REQUIRED }] : [],
  )
}

/** AFS-6: the period ends in its fiscal year and holds one to twelve months; the report is written after it. */
export function periodFaults(content: Content, { year }: Facts): Fault[] {
  const { periodStart, periodEnd, auditReportDate } = content
  const months = monthsOf(content)
  return [
    ...(periodStart > periodEnd || months > 12
      ? [{ field: 'periodStart', message: 'A period has one to twelve months.' }]
      : []),
    ...(periodEnd.slice(0, 4) === String(year) ? [] : [{ field: 'periodEnd', message: `It ends in ${year}.` }]),
    ...(auditReportDate && auditReportDate <= periodEnd
      ? [{ field: 'auditReportDate', message: 'The report is written after the period has ended.' }]
      : []),
  ]
}

export const SIGNED_AUDIT = 'Signed audit'

/** AFS-7: the signed audit as one PDF. */
export const auditAttached = (_: unknown, { files }: Facts) =>
  !files.some((one) => one.documentType === SIGNED_AUDIT && one.contentType === 'application/pdf') && {
    at: 'files',
    say: 'Attach the signed audit as a PDF.',
  }

/** AFS-8: certified by the owner and by the managing agent (domain 4.12). */
export const bothCertified = (_: unknown, { certifications }: { certifications: readonly Certified[] }): Fault[] =>
  certifierRoles
    .filter((role) => !certifications.some((one) => one.role === role))
    .map((role) => ({ field: 'certifications', message: `The ${role.toLowerCase()} has not certified it yet.` }))
