/** Who audited a statement, as it says. */
export type Audit = { auditFirm: string | null; auditContact: string | null }

const ADDRESS = /[^\s<>,;()]+@[^\s<>,;()]+\.[^\s<>,;()]+/g

/**
 * Whom of the auditor's a decision is mailed to: every address that stands with the firm or with the contact.
 */
export function getAuditors({ auditFirm, auditContact }: Audit): { email: string; name: string }[] {
  const matches = [auditContact, auditFirm].flatMap((text) => text?.match(ADDRESS) ?? [])
  const name = auditFirm?.replaceAll(ADDRESS, '').replace(/[\s,;<>()]+$/, '')
  return [...new Set(matches)].map((email) => ({ email, name: name || email }))
}

/** What is said of the auditor before a decision goes out. */
export function auditorWords(audit: Audit): string {
  const matches = getAuditors(audit).map((auditor) => auditor.email)
  return matches.length > 0
    ? `It is mailed to the auditor, too: ${matches.join(', ')}.`
    : 'The auditor is not mailed: the statement has no address of the audit firm or contact.'
}
