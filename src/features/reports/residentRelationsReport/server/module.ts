import { sql } from 'kysely'
import { createReportsModule, serveReport } from '#engines/report/server/index.ts'
import { MatterStatus } from '#features/compliance/residentRelations/model/index.ts'
import { isLateSql } from '#features/compliance/residentRelations/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { getMonthStart, monthEnd } from '#kernel/model/dates.ts'
import { agencyDay } from '#kernel/server/days.ts'
import { literals } from '#kernel/server/statusSql.ts'
import residentRelations from '../model/report.ts'

const status = literals(MatterStatus)

/** Serves report 18 (residents' matters): the SQL for its rows, its exceptions and its filters. */
export default createReportsModule(
  serveReport(residentRelations, {
    rows: ({ issueType, status: state, from, to, olderThan }, properties, { settings, services, actor }) => {
      const today = settings.today()
      const closedDay = agencyDay(sql`m.closed_at`)
      const age = sql`(coalesce(${closedDay}, ${today}::date) - m.received_on)`
      const isLate = isLateSql(services.now())
      const conditions = [
        properties,
        ...(issueType ? [sql`m.resident_relations_issue_type_id = ${issueType}`] : []),
        ...(state ? [sql`m.status_id = ${state}`] : []),
        ...(from ? [sql`m.received_on >= ${getMonthStart(from)}::date`] : []),
        ...(to ? [sql`m.received_on <= ${monthEnd(to)}::date`] : []),
        ...(olderThan === undefined ? [] : [sql`${age} > ${olderThan}::integer`]),
      ]
      // Only the agency sees who handles a matter, as on the screens of matters.
      const assigned = isAgency(actor)
        ? sql`nullif(trim(u.first_name || ' ' || u.last_name), '')`
        : sql`null::text`
      return sql`select m.property_id, m.resident_relations_id, 'RR-' || m.resident_relations_id as number,
        p.name as property, c.name as company,
          t.name as issue, m.received_on as opened, m.status_id as status, m.life_safety,
          ${assigned} as assigned,
          ${agencyDay(sql`m.due_at`)} as due_date, ${isLate} as late, ${closedDay} as closed,
          ${age} as age_days,
          ${closedDay} - m.received_on as days_to_close, m.status_id < ${status.CLOSED} as open,
          to_char(m.received_on, 'YYYY-MM') as month
        from resident_relations m
        join resident_relations_issue_type t using (resident_relations_issue_type_id)
        join property p on p.property_id = m.property_id left
        join management_company c on c.management_company_id = p.management_company_id
        left join app_user u on u.user_id = m.assigned_to_id where ${sql.join(conditions, sql` and `)}`
    },
    exceptions: () => sql`r.late`,
    choices: {
      issueType: sql`select t.resident_relations_issue_type_id as value, t.name as label
        from resident_relations_issue_type t`,
    },
  }),
)
