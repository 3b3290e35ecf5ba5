import { sql } from 'kysely'
import { rowsOfCompany } from '#core/people/companies/server/index.ts'
import { agencyDay } from '#kernel/server/days.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { literals } from '#kernel/server/statusSql.ts'
import {
  MatterStatus,
  ResidentDataReader,
  ResidentRelations,
  ResidentRelationsIssueType,
} from '../model/entities.ts'
import { reminderMail, sentMail } from '../model/mails.ts'
import { residentSettings } from '../model/settings.ts'
import { served } from './index.ts'
import { residentReminderJob } from './night.ts'
import { residentTimeline } from './timeline.ts'

const status = literals(MatterStatus)
const pathSql = sql`concat('/ResidentRelations/', m.property_id, '/', m.resident_relations_id)`
const titleSql = sql`'RR-' || m.resident_relations_id || ': ' || t.name || case
  when m.life_safety then ', life safety' else '' end`
/**
 * SQL: the day on which a reply is due, in the agency's time zone. A reply in a matter of life safety can be
 * due in the evening.
 */
const dueDay = () => agencyDay(sql`m.due_at`)
/** SQL: whether a reply to matter `m` is still due; an answer stops its clock. */
const isAwaited = sql`m.status_id in (${status.OPEN}, ${status.ASSIGNED}, ${status.SENT})`
const tablesSql = sql`resident_relations m
  join resident_relations_issue_type t using (resident_relations_issue_type_id)`

/**
 * The server module of resident relations. It is not searchable, so that statements of residents can be read
 * only on the screen of the matter.
 */
export default {
  entities: [ResidentRelations, ResidentRelationsIssueType, ResidentDataReader],
  served,
  jobs: [residentReminderJob],
  mailedChanges: [
    {
      table: 'resident_data_reader',
      kind: 'Rights',
      title: 'right to see residents’ names',
      subject: { person: 'user_id' },
      columns: {},
    },
  ],
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
      ) => sql`select m.property_id, null::integer, null::text, 'Reply to a resident: ' || t.name,
        ${dueDay()},
          'The reply is overdue', false, case m.status_id when 3 then 'Company' else 'Agency' end, ${pathSql}
        from ${tablesSql} where ${isAwaited} and ${dueDay()} between ${today}::date and ${through}::date`,
    },
  ],
  toDos: [
    {
      kind: 'residents.asked',
      label: 'Resident’s matter to answer',
      act: 'Answer',
      waitsFor: 'company',
      rows: () => sql`select m.resident_relations_id, m.property_id, null::integer, null::text, ${titleSql},
        ${dueDay()}, m.sent_at, ${pathSql}
        from ${tablesSql} where m.status_id = ${status.SENT} and not m.confidential`,
    },
    {
      kind: 'residents.open',
      label: 'Resident’s matter',
      act: 'Take care of it',
      waitsFor: 'agency',
      rows: () => sql`select m.resident_relations_id, m.property_id, null::integer, null::text, ${titleSql},
        case when ${isAwaited} then ${dueDay()} end, m.created_at, ${pathSql}
        from ${tablesSql} where m.status_id in (${status.OPEN}, ${status.ASSIGNED}, ${status.ANSWERED})`,
    },
  ],
  // Row-level security applies: a company sees those it was asked about, but no fair-housing matters.
  findingLinks: (id) =>
    sql`select 'Matter RR-' || m.resident_relations_id, ${pathSql} from resident_relations m
      where m.non_compliance_id = ${id}`,
  timeline: [residentTimeline],
} satisfies ServerModule
