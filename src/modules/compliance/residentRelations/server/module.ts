import { sql } from 'kysely'
import { rowsOfCompany } from '#ground/people/companies/server/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { literals } from '#kernel/server/statusSql.ts'
import { MatterStatus, ResidentDataReader, ResidentRelations, ResidentRelationsIssueType } from '../model/entities.ts'
import { reminderMail, sentMail } from '../model/mails.ts'
import { residentSettings } from '../model/settings.ts'
import { served } from './index.ts'
import { residentsNight } from './night.ts'

const status = literals(MatterStatus)
const path = sql`concat('/ResidentRelations/', m.property_id, '/', m.resident_relations_id)`
const title = sql`'RR-' || m.resident_relations_id || ': ' || t.name || case when m.life_safety then ', life safety' else '' end`
const tables = sql`resident_relations m join resident_relations_issue_type t using (resident_relations_issue_type_id)`

/** Not searchable: what residents say is found by whoever may open it, and nowhere else. */
export default {
  entities: [ResidentRelations, ResidentRelationsIssueType, ResidentDataReader],
  served,
  jobs: [residentsNight],
  settings: Object.values(residentSettings),
  eventMails: [sentMail, reminderMail],
  companyRecords: [rowsOfCompany('Matters of residents', 'resident_relations')],
  files: [
    {
      id: 51,
      name: 'ResidentRelations',
      key: null,
      record: { table: 'resident_relations', key: 'resident_relations_id' },
    },
  ],
  futureNonCompliance: [
    {
      source: 'Resident',
      rows: (
        today,
        through,
      ) => sql`select m.property_id, null::integer, null::text, 'Reply to a resident: ' || t.name, (m.due_at at time zone 'UTC')::date,
          'The reply is late', false, case m.status_id when 3 then 'Company' else 'Agency' end, ${path}
        from ${tables} where m.status_id < ${status.CLOSED} and (m.due_at at time zone 'UTC')::date between ${today}::date and ${through}::date`,
    },
  ],
  toDos: [
    {
      kind: 'residents.asked',
      label: 'Resident’s matter to answer',
      act: 'Answer',
      waitsFor: 'company',
      rows: () => sql`select m.resident_relations_id, m.property_id, null::integer, null::text, ${title}, (m.due_at at time zone 'UTC')::date, m.sent_at, ${path}
        from ${tables} where m.status_id = ${status.SENT} and not m.confidential`,
    },
    {
      kind: 'residents.open',
      label: 'Resident’s matter',
      act: 'Take care of it',
      waitsFor: 'agency',
      rows: () => sql`select m.resident_relations_id, m.property_id, null::integer, null::text, ${title}, (m.due_at at time zone 'UTC')::date, m.created_at, ${path}
        from ${tables} where m.status_id in (${status.OPEN}, ${status.ASSIGNED}, ${status.ANSWERED})`,
    },
  ],
} satisfies ServerModule
