/** The auditor's name and contact as they are entered in a statement. */
export type Audit = { auditFirm: string | null; auditContact: string | null }

const ADDRESS = /[^\s<>,;()]+@[^\s<>,;()]+\.[^\s<>,;()]+/g

/**
 * Returns the auditor's addresses to which a decision is mailed: all that are entered for the firm or the
 * contact.
 */
export function getAuditors({ auditFirm, auditContact }: Audit): { email: string; name: string }[] {
  const matches = [auditContact, auditFirm].flatMap((text) => text?.match(ADDRESS) ?? [])
  const name = auditFirm?.replaceAll(ADDRESS, '').replace(/[\s,;<>()]+$/, '')
  return [...new Set(matches)].map((email) => ({ email, name: name || email }))
}

/** Describes, before a decision is sent, to which addresses of the auditor it is mailed. */
export function describeAuditorMail(audit: Audit): string {
  const matches = getAuditors(audit).map((auditor) => auditor.email)
  return matches.length > 0
    ? `It is mailed to the auditor, too: ${matches.join(', ')}.`
    : 'The auditor is not mailed: the statement has no address of the audit firm or contact.'
}
