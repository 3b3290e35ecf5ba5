import { sql } from 'kysely'
import type { AnyContext } from '#kernel/server/serve.ts'
import { formatReminderLine } from '../model/letterTexts.ts'
import { urgentMail } from '../model/mails.ts'
import { getCureDay, Severity } from '../model/rules.ts'
import type { Inspection } from './detail.ts'
import { mailAbout } from './letters.ts'
import { loadInspectionRules } from './rules.ts'
import { sqlFindingStatus } from './sql.ts'

type UrgentFinding = Parameters<typeof formatReminderLine>[0]

/**
 * Tells the owner of the urgent findings of a visit that was just recorded, in one mail. Their days to cure
 * begin with it.
 */
export async function notifyOfUrgentFindings(context: AnyContext, row: Inspection): Promise<void> {
  const today = context.settings.today()
  const rules = await loadInspectionRules(context.settings)
  const cureBy = getCureDay(Severity.SEVERE, today, rules)
  const result = await sql<UrgentFinding>`update inspection_finding
    set notified_on = ${today}::date, cure_by = ${cureBy}::date, original_cure_by = ${cureBy}::date
    where compliance_inspection_id = ${row.complianceInspectionId} and severity <= ${Severity.SEVERE}
    and notified_on is null and status_id <> ${sqlFindingStatus.CLOSED}
    returning number, area, unit, location, description, cure_by::text as cure_by`.execute(context.db)
  if (result.rows.length === 0) return
  const findings = result.rows.toSorted((finding, other) => finding.number - other.number)
  await mailAbout(context, row, urgentMail.event, {
    findings: findings.map(formatReminderLine).join('\n'),
    due: cureBy,
  })
}
