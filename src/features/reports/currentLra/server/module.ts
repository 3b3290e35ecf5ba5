import { sql } from 'kysely'
import { propertyNumberSql } from '#core/portfolio/properties/server/index.ts'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { createReportsModule, serveReport } from '#engines/report/server/index.ts'
import {
  contactChangesSql,
  latestFiledSql,
  lraContactsSql,
  lraOptionsSql,
} from '#features/compliance/housingPriority/server/index.ts'
import currentLra from '../model/report.ts'

const name = sql`coalesce(z.lra_name, k.company)`

/** Serves report 14 (lead referral agencies): the SQL for its rows, its exceptions and its filters. */
export default createReportsModule(
  serveReport(currentLra, {
    rows: ({ lra, endsWithin }, properties, { settings }) => {
      const today = settings.today()
      return sql`select p.property_id, p.name as property, ${propertyNumberSql()} as property_number,
        c.name as company, ${name} as lra,
          k.name as contact, k.phone, k.email, z.lra_agreement_ends as agreement_end,
          z.lra_agreement_ends - ${today}::date as days_left,
          z.lra_closed_on as closed_on, z.year as certified_year, u.changed_at as updated
        from property p left join ${latestFiledSql} z on z.property_id = p.property_id
        left join ${lraContactsSql} k on k.property_id = p.property_id
        left join ${contactChangesSql} u on u.property_id = p.property_id and u.contact_id = k.contact_id
        left join management_company c on c.management_company_id = p.management_company_id
        where ${properties} and (z.property_id is not null or k.property_id is not null
        or p.property_id in (select s.property_id from task_schedule s
            where s.task_type_id = ${sql.lit(TaskType.ExhibitZ)}))
          ${lra ? sql`and ${name} = ${lra}` : sql``}
          ${endsWithin === undefined ? sql`` : sql`and z.lra_agreement_ends <= ${today}::date + ${endsWithin}::integer`}`
    },
    exceptions: () => sql`(r.lra is null or r.closed_on is not null or r.days_left < 0)`,
    choices: { lra: lraOptionsSql },
  }),
)
