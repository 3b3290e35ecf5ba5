import type pg from 'pg'
import { syncFindings } from '#core/portfolio/findings/server/sources.ts'
import { AGENCY_ZONE } from '#kernel/model/dates.ts'
import { Transaction } from '#kernel/server/database.ts'
import type { Services } from '#kernel/server/serve.ts'
import { Settings } from '#kernel/server/settings.ts'
import { largestCompany } from '../accounts.ts'
import type { DemoContext, DemoPart } from '../demoPart.ts'

/**
 * Loads the findings that the portal opens by itself, and invented findings in every status that the agency
 * opened at properties of the largest company.
 */

/** Opens the findings that the first nightly run would open. */
async function openNightlyFindings({ client, day }: DemoContext): Promise<void> {
  const transaction = new Transaction(client as pg.PoolClient)
  const services = {
    config: { agencyZone: AGENCY_ZONE },
    now: () => new Date(`${day}T12:00:00Z`),
  } as Services
  await syncFindings(transaction.db, new Settings(transaction, services), day)
}

/** SQL: sets the day of each finding to the day on which its cause became known. */
const datesSql = `
  update non_compliance n set opened_on = d.opened, created_at = d.opened + time '11:00', cure_by = d.opened + t.cure_days, original_cure_by = d.opened + t.cure_days
  from non_compliance o join non_compliance_type t using (non_compliance_type_id)
  left join task_instance i on o.source = 'task' and i.task_instance_id = o.source_id
  left join annual_statement a on o.source = 'statement' and a.afs_id = o.source_id
  cross join lateral (select least($1::date, coalesce(i.due_date + 31, a.decided::date, $1::date - (o.non_compliance_id % 25))) as opened) d
  where o.non_compliance_id = n.non_compliance_id`

/** SQL: the findings that the agency opened by hand. */
const manualFindingsSql = `
  insert into non_compliance (property_id, non_compliance_type_id, status_id, severity, blocking, title, description, comment_to_owner, opened_on, cure_by,
    original_cure_by, extension_reason, response, responded_at, responded_by_id, closed_on, closed_by_id, closing_note, waived_on, waived_by_id, waiver_reason, created_by_id, created_at)
  select p.property_id, t.non_compliance_type_id, f.status, t.severity, t.blocking, f.title, 'Demonstration.', f.asked, $1::date - f.days, $1::date - f.days + f.cure,
    $1::date - f.days + t.cure_days, case when f.cure > t.cure_days then 'Demonstration: the owner asked for time.' end,
    f.answer, case when f.answer is not null then $1::date - f.days + time '15:00' + interval '2 days' end, case when f.answer is not null then u.user_id end,
    case when f.status = 3 then $1::date - f.days + 9 end, case when f.status = 3 then a.user_id end, case when f.status = 3 then 'Verified by the papers of the owner.' end,
    case when f.waived then $1::date - f.days + 3 end, case when f.waived then a.user_id end, case when f.waived then 'Demonstration: a work-out is agreed.' end, a.user_id, $1::date - f.days + time '11:00'
  from (select q.property_id, row_number() over (order by q.property_id) as place from property q join management_company c using (management_company_id)
    where c.name = $2 and q.status_id = 0) p
  join (values
    (1, 11, 1, 'Management fee of the year over the maximum', 'Repay it, or agree on parts.', 45, 30, null, false),
    (2, 9, 2, 'Window lock of unit 31 is broken', 'Mend it and send a photo.', 12, 90, 'A new lock is in; see the photo.', false),
    (3, 12, 1, 'Ownership changed without consent', 'Send the transfer papers.', 20, 60, null, false),
    (4, 10, 3, 'No compliance contact is named', 'Name one.', 80, 30, 'Named under Contacts.', false),
    (5, 14, 1, 'Replacement reserve below its minimum', 'Send a deposit plan.', 49, 90, null, true)) f
    (place, kind, status, title, asked, days, cure, answer, waived) using (place)
  join non_compliance_type t on t.non_compliance_type_id = f.kind
  cross join (select user_id from app_user where user_name = 'company.admin') u cross join (select user_id from app_user where user_name = 'agency.write') a`

/** SQL: the first step in the history of manual findings. */
const openingHistorySql = `
  insert into status_history (entity, row_id, property_id, from_status_id, to_status_id, action, user_id, at)
  select 'NonCompliance', n.non_compliance_id, n.property_id, null, 1, 'open', n.created_by_id, n.opened_on + time '11:00'
  from non_compliance n where n.source = 'agency'`

/** SQL: marks the loaded findings as mailed, so that no mails are sent about them. */
const mailedNoticesSql = `
  insert into non_compliance_notice (non_compliance_id, kind, day)
  select non_compliance_id, 'opened', opened_on from non_compliance
  union all select non_compliance_id, 'closed', closed_on from non_compliance where closed_on is not null
  union all select n.non_compliance_id, 'due ' || k.days, n.cure_by from non_compliance n cross join (values (10), (30)) k (days)
    where n.cure_by - k.days between $1::date - 30 and $1::date`

/** Loads the findings of non-compliance. */
export default {
  after: [
    'annualStatement',
    'budget',
    'complianceForms',
    'housingPriority',
    'occupancy',
    'quarterlyProgram',
    'rentIncrease',
    'tasks',
    'utilityAllowance',
  ],
  load: async (context) => {
    await openNightlyFindings(context)
    await context.client.query(datesSql, [context.day])
    await context.client.query(
      `update status_history h set at = n.opened_on + time '11:00' from non_compliance n where h.entity = 'NonCompliance' and h.row_id = n.non_compliance_id`,
    )
    await context.client.query(manualFindingsSql, [context.day, largestCompany])
    await context.client.query(openingHistorySql)
    await context.client.query(mailedNoticesSql, [context.day])
  },
} satisfies DemoPart
