import type { Portal } from '#tests/portal.ts'

export type Line = {
  code: string
  amount: number | null
  note: string | null
  origins: Record<string, Record<string, unknown>> | null
}
export type Detail = Record<string, unknown> & {
  afsId: number
  version: number
  statusId: number
  lines: Line[]
  certifications: { role: string; name: string }[]
  versions: { number: number }[]
  takenBack: { role: string; name: string } | null
}
export type RefusalBody = { message: string; fields: Record<string, string[]> }

/**
 * The smallest statement whose accounts and schedules all agree: cash, deposits, equity, rents and one
 * expense, in dollars.
 */
export const figures: Readonly<Record<string, number>> = {
  1120: 500,
  2110: 200,
  3130: 300,
  5120: 900,
  6350: 600,
}
const schedules = {
  fundsHeld: [{ fundKind: 'Operating', institution: 'First Bank', balance: 500 }],
  partnersEquity: [
    { partner: 'Owner LP', percentOwned: 100, beginning: 300, netIncome: 300, distributions: 300 },
  ],
  cashFlows: Object.entries({ C110: 900, C205: 600, C450: 300, C510: 500, C610: 300 }).map(
    ([code, amount]) => ({
      code,
      amount,
    }),
  ),
}
const head = {
  statementType: 'Audit',
  opinion: 'Unmodified',
  auditFirm: 'Sample Auditors LLP',
  findingsCount: 0,
  accountingBasis: 'Accrual',
}

/**
 * SQL that gives company.writer the right to write statements of property 1 and company.reader the right to
 * read them, and makes a statement required there.
 */
export const statementPeople = `
  insert into permission (user_id, property_id, key, read, write) values (5, 1, 'AFS', true, true), (6, 1, 'AFS', true, false)
    on conflict (user_id, key, property_id) do update set read = excluded.read, write = excluded.write;
  update property set total_units = 48, fiscal_year_end_month = 12, owner_managed = false where property_id = 1;
  insert into property_requirement (property_id, module_id, required, reason) values (1, 1, true, 'Sample') on conflict do nothing`

export const getLines = (amounts: Readonly<Record<string, number>>) =>
  Object.entries(amounts).map(([code, amount]) => ({ code, amount }))

/**
 * Helpers that file, certify and submit annual statements through the calls. `portal` is read at each call,
 * so that it may be opened later.
 */
export function statementFiling(portal: () => Portal) {
  const ask = (persona: string, method: 'GET' | 'POST', tail: string, body?: object) =>
    portal().ask(persona, method, `/api/${tail}`, body)
  /** Returns the answer of a call, or throws with the refusal. */
  const expectBody = async <T = Detail>(reply: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await reply
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body as T
  }
  const save = (request: object, content: object = {}, persona = 'company.writer') =>
    ask(persona, 'POST', 'AFS/SaveProgress', { request, ...content })
  /** Saves a statement with its signed audit attached, so that only its certifications are missing. */
  const complete = async (year: number, amounts = figures) => {
    const auditReportDate = `${year + 1}-03-01`
    const detail = await expectBody(
      save({ propertyId: 1, year, ...head, auditReportDate }, { lines: getLines(amounts), ...schedules }),
    )
    await portal().owner.query(
      `insert into file (property_id, module_name, module_id, document_type, title, file_name, content_type, size_bytes, content_hash, created_by)
        values (1, 'AFS', $1, 'Signed audit', 'Audit', 'audit.pdf', 'application/pdf', 100, repeat('a', 64), 5)`,
      [detail.afsId],
    )
    return detail
  }
  /** Certifies a statement in this role, with the person's name as the signature. */
  const certify = async (persona: string, afsId: number, role: string, more: object = {}) => {
    const certification = await expectBody<{ certificationId: number; name: string }>(
      ask(persona, 'POST', 'Certification/CreateCertificationByUserID/0'),
    )
    return ask(persona, 'POST', `AFS/Certify/${afsId}/${certification.certificationId}`, {
      role,
      title: 'President',
      signature: certification.name,
      ...more,
    })
  }
  /** Files a statement of this year with both certifications, which submits it. */
  const submitted = async (year: number, amounts = figures) => {
    const { afsId } = await complete(year, amounts)
    await expectBody(certify('company.writer', afsId, 'Managing agent'))
    return expectBody(certify('company.admin', afsId, 'Owner'))
  }
  const clear = () => portal().owner.query('delete from annual_statement')
  return { ask, of: expectBody, save, complete, certify, submitted, clear }
}
