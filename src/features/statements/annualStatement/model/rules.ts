import {
  type AnyFigures,
  compareTieOut,
  createColumnReader,
  describeTieOut,
  getLineCode,
  getRecordChart,
  getTypedAccounts,
  needsNote,
} from '#engines/worksheet/model/index.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import { formatMoney, fromCents, toCents } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { certifierRoles } from './entities.ts'
import { getAnnualStatementMonths } from './months.ts'
import { findPeriodFaults } from './periods.ts'
import { getBalanceTie } from './ties.ts'
import type { Certified, Inputs } from './worksheet.ts'

/** The entered content of a statement. */
export type Content = {
  lines: readonly AnyFigures[]
  periodStart: string
  periodEnd: string
  periodReason: string | null
  approvedMonths: number | null
  statementType: string | null
  opinion: string | null
  auditFirm: string | null
  auditReportDate: string | null
  accountingBasis: string | null
  findingsCount: number | null
  priorPeriodAdjustment: boolean | null
}
export type Facts = Inputs & {
  year: number
  files: readonly { documentType: string | null; fileName: string; contentType: string }[]
}

const computeAmount = (line: AnyFigures | undefined): number =>
  toCents((line?.amount as number | null | undefined) ?? 0)

/**
 * Returns the faults of lines. Each field name has the position of its account among the accounts that
 * people fill in, so that browser and server name the same cell.
 */
function findLineFaults(
  { lines }: Pick<Content, 'lines'>,
  facts: Inputs,
  fault: (line: AnyFigures | undefined, code: string) => { column: string; message: string } | false,
): Fault[] {
  const byCode = new Map(lines.map((line) => [getLineCode(line), line]))
  return getTypedAccounts(facts).flatMap(({ code, name }, index) => {
    const lineFault = fault(byCode.get(code), code)
    return lineFault
      ? [{ field: `lines.${index}.${lineFault.column}`, message: `${code} ${name}: ${lineFault.message}` }]
      : []
  })
}

/** AFS-1: a statement must have total assets and rents (domain 41: no empty statements). */
export function checkNotEmpty({ lines }: Content, facts: Facts): Fault[] {
  const read = createColumnReader(getRecordChart(facts), lines)
  const none = (code: string, text: string) =>
    read(code) === 0 ? [{ field: 'lines', message: `${text} are 0. Enter the statement first.` }] : []
  return [...none('1000T', 'Total assets'), ...none('5100T', 'Rents')]
}

/** AFS-2: total assets must equal liabilities and equity, up to the agency's tolerance (domain 4.3). */
export function checkBalance({ lines }: Content, facts: Facts): Fault[] {
  const tie = compareTieOut(
    getBalanceTie(createColumnReader(getRecordChart(facts), lines)),
    facts.rules.tolerance,
  )
  return tie.agrees ? [] : [{ field: 'lines', message: describeTieOut(tie) }]
}

/**
 * AFS-3: amounts that are subtracted (allowances, depreciation, vacancies) must be entered without a minus
 * sign (domain 4.14).
 */
export const checkNotNegative = (content: Content, facts: Facts): Fault[] => {
  const { byCode: accountByCode } = getRecordChart(facts)
  return findLineFaults(content, facts, (line, code) => {
    const subtracted = accountByCode.get(code)?.sign === -1 || code.startsWith('52')
    if (!subtracted || computeAmount(line) >= 0) return false
    return { column: 'amount', message: 'enter it without a minus sign; it is subtracted.' }
  })
}

/**
 * A change since the previous year that its line does not yet explain in a note; both amounts are in cents.
 */
export type UnexplainedChange = { code: string; from: number; to: number }

/**
 * Returns the income and expense accounts whose change since last year exceeds the agency's limits and has
 * no note. Periods of different lengths are not compared.
 */
export function findUnexplainedChanges(
  content: Pick<Content, 'lines' | 'periodStart' | 'periodEnd'>,
  facts: Facts,
): UnexplainedChange[] {
  const { prior, rules } = facts
  if (!prior || prior.months !== getAnnualStatementMonths(content)) return []
  const byCode = new Map(content.lines.map((line) => [getLineCode(line), line]))
  return getTypedAccounts(facts).flatMap(({ code }) => {
    const line = byCode.get(code)
    if (!/^[567]/.test(code) || line?.note?.trim()) return []
    const [from, to] = [toCents(prior.amounts[code] ?? 0), computeAmount(line)]
    return needsNote(from, to, { percent: rules.notePercent, dollars: rules.noteDollars })
      ? [{ code, from, to }]
      : []
  })
}

/**
 * AFS-4: a change of an income or expense account above the agency's limits must be explained in the note
 * of its line.
 */
export const checkExplained = (content: Content, facts: Facts): Fault[] => {
  const open = new Map(
    findUnexplainedChanges(content, facts).map((unexplained) => [unexplained.code, unexplained]),
  )
  return findLineFaults(content, facts, (_, code) => {
    const unexplained = open.get(code)
    if (!unexplained) return false
    const difference = formatMoney(fromCents(Math.abs(unexplained.to - unexplained.from)))
    return {
      column: 'note',
      message: `${unexplained.to > unexplained.from ? 'up' : 'down'} ${difference} since ${facts.prior?.year}. Explain the change.`,
    }
  })
}

/**
 * AFS-5: the required header fields of a statement (domain 4.2). An audited one also needs an opinion and
 * its findings, and any but an internal one needs the firm and the date of the report.
 */
export function checkHeader(content: Content): Fault[] {
  const { statementType } = content
  const requiredFields: (keyof Content)[] = ['statementType', 'accountingBasis']
  if (statementType === 'Audit') requiredFields.push('opinion', 'findingsCount')
  if (statementType && statementType !== 'Internal') requiredFields.push('auditFirm', 'auditReportDate')
  return requiredFields.flatMap((field) =>
    content[field] === null || content[field] === '' ? [{ field, message: REQUIRED }] : [],
  )
}

/**
 * AFS-6: the period must follow the previous year's and end with the fiscal year, or give a reason (domain
 * 47.2).
 */
export const checkPeriod = (content: Content, facts: Facts): Fault[] => findPeriodFaults(content, facts)

export const SIGNED_AUDIT = 'Signed audit'

/** AFS-7: the signed audit must be attached as a PDF. */
export const checkSignedAudit = (_: unknown, { files }: Facts) =>
  !files.some((file) => file.documentType === SIGNED_AUDIT && file.contentType === 'application/pdf') && {
    field: 'files',
    message: 'Attach the signed audit as a PDF.',
  }

/** AFS-8: the owner and the managing agent must have certified the statement (domain 4.12). */
export const checkCertifications = (
  _: unknown,
  { certifications }: { certifications: readonly Certified[] },
): Fault[] =>
  certifierRoles
    .filter((role) => !certifications.some((certification) => certification.role === role))
    .map((role) => ({
      field: 'certifications',
      message: `The ${role.toLowerCase()} has not certified it yet.`,
    }))
