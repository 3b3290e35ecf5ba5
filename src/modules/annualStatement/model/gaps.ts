import { faultsOf } from '#review/model/index.ts'
import type { Side, Tied } from '#statement/model/index.ts'
import { typedAccounts } from '#statement/model/index.ts'
import { certifierRoles } from './entities.ts'
import { type Detail, statementRules } from './statements.ts'
import type { Grounds } from './worksheet.ts'

/** Something that keeps a statement from being certified and submitted, and the part it is mended in. */
export type Gap = { part: string; kind: 'tie-out' | 'note' | 'entry' | 'certification'; words: string; code?: string }

const statementPart = { 'Balance sheet': 'balanceSheet', 'Income and expense': 'incomeAndExpense' } as const
const ofAccount = ({ accounts }: Pick<Grounds, 'accounts'>, code: string | undefined): string =>
  statementPart[accounts.find((one) => one.code === code)?.statement as 'Balance sheet'] ?? 'balanceSheet'

/** The part in which one of the two figures of a tie-out stands; null for one of another screen. */
const partOfSide = (facts: Pick<Grounds, 'accounts'>, { code, to }: Side, own: string): string | null => {
  if (code) return ofAccount(facts, code)
  const [path, part] = (to ?? '').split('?part=')
  return part && path === own ? part : null
}

/** Everything that is missing of a statement as it stands, but for what its tie-outs say. */
function ruleGaps(values: object, detail: Detail): Gap[] {
  const { 'AFS-9': _, ...rules } = statementRules
  const accounts = typedAccounts(detail)
  return faultsOf(rules as unknown as Parameters<typeof faultsOf<object, Detail>>[0], values, detail).map(
    ({ field, message }): Gap => {
      const [list, at, column] = field.split('.')
      if (list !== 'lines') return { part: 'opinion', kind: 'entry', words: wordsOf(field, message) }
      const code = accounts[Number(at ?? -1)]?.code
      const place = { part: ofAccount(detail, code), words: message, ...(code ? { code } : {}) }
      return { ...place, kind: column === 'note' ? 'note' : 'entry' }
    },
  )
}

/** What a field is called where its fault stands apart from it. */
const labels: Readonly<Record<string, string>> = {
  statementType: 'Type of statement',
  accountingBasis: 'Basis of accounting',
  opinion: 'Opinion',
  findingsCount: 'Findings',
  auditFirm: 'Audit firm',
  auditReportDate: 'Date of the auditor’s report',
  periodStart: 'First day of the period',
  periodEnd: 'Last day of the period',
}
const wordsOf = (field: string, message: string): string =>
  labels[field] ? `${labels[field]}: ${message.replace('*', '')}` : message

/** Everything that keeps a statement from being submitted; a tie-out is told once for each part it is mended in. */
export function gapsOf(values: object, detail: Detail, ties: readonly Tied[]): Gap[] {
  const own = `/afs/view/${detail.year}/${detail.propertyId}`
  const open = ties.filter((tie) => tie.stops && !tie.agrees && tie.id !== 'AFS-T1')
  return [
    ...ruleGaps(values, detail),
    ...open.flatMap(({ left, right, title }): Gap[] => {
      const parts = new Set([left, right].map((side) => partOfSide(detail, side, own) ?? 'balanceSheet'))
      return [...parts].map((part) => ({ part, kind: 'tie-out', words: title }))
    }),
    ...certifierRoles
      .filter((role) => !detail.certifications.some((one) => one.role === role))
      .map((role): Gap => ({ part: 'certifications', kind: 'certification', words: `${role}` })),
  ]
}

/** `2 tie-outs, 1 note, 2 certifications left`; '' where nothing is missing. */
export function leftWords(gaps: readonly Gap[]): string {
  const told = new Map<Gap['kind'], Set<string>>()
  for (const { kind, words } of gaps) told.set(kind, (told.get(kind) ?? new Set()).add(words))
  const plural = { 'tie-out': 'tie-outs', note: 'notes', entry: 'entries', certification: 'certifications' }
  const words = (['entry', 'tie-out', 'note', 'certification'] as const).flatMap((kind) => {
    const count = told.get(kind)?.size ?? 0
    return count === 0 ? [] : [`${count} ${count === 1 ? kind : plural[kind]}`]
  })
  return words.length === 0 ? '' : `${words.join(', ')} left`
}
