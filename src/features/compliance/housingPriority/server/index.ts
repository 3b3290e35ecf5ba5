import { sql } from 'kysely'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { readRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { statusIs } from '#kernel/server/statusSql.ts'
import * as calls from '../model/calls.ts'
import type { CertificationRow } from '../model/certifications.ts'
import { HousingPriorityCertification, type PopulationRow } from '../model/entities.ts'
import { certifications } from './certifications.ts'
import { loadContactHistory, storeContact } from './contacts.ts'

export {
  contactChangesSql,
  latestFiledSql,
  lraContactsSql,
  lraOptionsSql,
} from './sql.ts'

/**
 * Checks a population that is changed by the generic calls. Its certification must be a draft and cannot be
 * changed.
 */
async function checkPopulation(
  context: AnyContext,
  values: Partial<PopulationRow>,
  present: PopulationRow | null,
) {
  const id = present?.housingPriorityCertificationId ?? values.housingPriorityCertificationId ?? 0
  if (present && (values.housingPriorityCertificationId ?? id) !== id)
    refuse.invalid([
      { field: 'housingPriorityCertificationId', message: 'This belongs to another certification.' },
    ])
  const { propertyId } = await certifications.lockForDocuments(context, id)
  return { ...values, propertyId, housingPriorityCertificationId: id }
}

type PropertyRow = Omit<calls.ListedProperty, 'statusLabel'> & { submitted: string | null }

/** Loads the properties that a user certifies for, each with the year due next. One statement. */
async function loadListedProperties(
  { db, settings, actor }: AnyContext,
  userId: number,
): Promise<calls.ListedProperty[]> {
  const today = settings.today()
  const userCondition =
    userId === 0 || userId === actor.userId
      ? sql`true`
      : sql`exists (select from user_property u where u.user_id = ${userId}
        and u.property_id = p.property_id)`
  const result = await sql<PropertyRow>`
    select p.property_id, p.name as property_name, c.name as company_name, p.total_units as units, q.year,
    t.due_date::text,
      r.housing_priority_certification_id, r.status_id, r.submitted, coalesce(r.lra_name,
      o.lra_name) as lra_name,
      coalesce(r.lra_agreement_ends, o.lra_agreement_ends)::text as lra_agreement_ends
    from property p left join management_company c using (management_company_id)
    left join lateral (select i.period_end, i.due_date from task_instance i
    where i.property_id = p.property_id
      and i.task_type_id = ${TaskType.ExhibitZ} and i.window_open <= ${today}::date
      and ${statusIs.unfiled('i')} order by i.period_end limit 1) t on true
    cross join lateral (select coalesce(extract(year from t.period_end)::integer, extract(year
    from ${today}::date)::integer - 1) as year) q
    left join housing_priority_certification r on r.property_id = p.property_id and r.year = q.year
    left join lateral (select x.lra_name, x.lra_agreement_ends from housing_priority_certification x
      where x.property_id = p.property_id and x.year < q.year order by x.year desc limit 1) o on true
    where ${userCondition} and (r.year is not null or o.lra_name is not null or exists (select
    from task_schedule s
      where s.property_id = p.property_id and s.task_type_id = ${TaskType.ExhibitZ}))
    order by t.due_date nulls last, lower(p.name)`.execute(db)
  return result.rows.map(({ submitted, ...row }) => ({
    ...row,
    statusLabel:
      row.statusId === null ? 'Not started' : certifications.kit.review.labelOf(row.statusId, submitted),
  }))
}

const hasStatus = (status: number) => sql`(${status} = -1 or r.status_id = ${status}::integer)`

/** The handlers of the certification calls beyond those of the review. */
export const served: Served[] = [
  ...serveController(calls.populations, {
    before: (context, values, present) =>
      checkPopulation(context, values as Partial<PopulationRow>, present as PopulationRow | null),
    beforeRemove: async (context, present) => {
      await certifications.lockForDocuments(
        context,
        (present as PopulationRow).housingPriorityCertificationId,
      )
    },
  }),
  serve(calls.getByUserId, (context) => loadListedProperties(context, context.params.userId)),
  serve(calls.getByStatusId, (context) => certifications.lines(context, hasStatus(context.params.status))),
  serve(calls.getByStatusIdAndYear, (context) =>
    certifications.lines(
      context,
      sql`${hasStatus(context.params.status)} and r.year = ${context.params.year}`,
    ),
  ),
  serve(
    calls.getByHousingId,
    async (context) =>
      (await certifications.detail(context, context.params.housingPriorityCertificationId)).specialNeeds,
  ),
  serve(calls.updateLraContact, async (context) => {
    const { propertyId } = (await readRow(
      context,
      HousingPriorityCertification,
      context.params.id,
    )) as CertificationRow
    await storeContact(context, propertyId, context.body)
    return loadContactHistory(context, propertyId)
  }),
  serve(calls.getLraContactHistory, (context) => loadContactHistory(context, context.params.propertyId)),
  serve(
    calls.attachDocument,
    (context) => certifications.attach(context, context.params.id, context.body.documentType ?? null),
    certifications.lead,
  ),
]
