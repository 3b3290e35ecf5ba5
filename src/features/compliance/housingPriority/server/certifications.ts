import { sql } from 'kysely'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { syncTaskStatuses } from '#core/portfolio/tasks/server/index.ts'
import { buildRecordLink } from '#engines/review/model/index.ts'
import { saveLines, serveReview } from '#engines/review/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import {
  type CertificationDetail,
  type CertificationRow,
  certifications as declared,
} from '../model/certifications.ts'
import { type PopulationInput, type PopulationRow, SpecialNeeds } from '../model/entities.ts'
import { prioritySettings } from '../model/settings.ts'
import { currentContactFirst } from './sql.ts'

const MAX_POPULATIONS = 40

/** Loads the year to certify next: that of the oldest unfiled task, or else the last one that is over. */
async function loadDueYear({ db, settings }: AnyContext, propertyId: number): Promise<number> {
  const result = await sql<{
    year: number | null
  }>`select min(extract(year from i.period_end))::integer as year from task_instance i
    where i.property_id = ${propertyId} and i.task_type_id = ${TaskType.ExhibitZ} and ${statusIs.unfiled('i')}
      and i.window_open <= ${settings.today()}::date`.execute(db)
  return result.rows[0]?.year ?? Number(settings.today().slice(0, 4)) - 1
}

type PreviousCertification = {
  committedUnits: number | null
  lraName: string | null
  lraAgreementEnds: string | null
  services: string | null
}

/**
 * Checks a new certification and returns its initial values: those of commitment and agency of the previous
 * approved one. Refuses a second one for a year, and a future year.
 */
async function checkNewCertification(context: AnyContext, propertyId: number, payload: { year?: number }) {
  const year = payload.year ?? (await loadDueYear(context, propertyId))
  const result = await sql<{ known: number | null; before: PreviousCertification | null }>`select
    (select max(housing_priority_certification_id) from housing_priority_certification
    where property_id = ${propertyId} and year = ${year}) as known,
    (select jsonb_build_object('committedUnits', o.committed_units, 'lraName', o.lra_name, 'lraAgreementEnds',
    o.lra_agreement_ends, 'services', o.services)
      from housing_priority_certification o where o.property_id = ${propertyId} and o.year < ${year}
      and o.status_id = ${sqlStatus.APPROVED}
      order by o.year desc limit 1) as before`.execute(context.db)
  const { known: existingId, before } = result.rows[0]!
  if (existingId)
    refuse.rule(
      `The ${year} certification of this property is ${declared.numberOf(existingId)} already.`,
      [],
      buildRecordLink(declared, { housingPriorityCertificationId: existingId }),
    )
  if (year > Number(context.settings.today().slice(0, 4)))
    refuse.rule(`The ${year} certification is filed once the year has begun.`)
  return { year, ...before }
}

type Facts = Pick<CertificationDetail, 'units' | 'contact' | 'committedBefore'> & {
  needs: PopulationRow[]
  needsBefore: PopulationRow[]
}

const needsSql = (id: ReturnType<typeof sql>) => sql`(select coalesce(jsonb_agg(jsonb_build_object(
    'housingPriorityCertificationSpecialNeedsId', n.housing_priority_certification_special_needs_id,
    'housingPriorityCertificationId', n.housing_priority_certification_id, 'propertyId', n.property_id,
    'filedCompanyId', n.filed_company_id,
    'position', n.position, 'clientKey', n.client_key, 'population', n.population, 'committed', n.committed,
    'filled', n.filled,
    'byReferral', n.by_referral, 'comments', n.comments) order by n.position,
    n.housing_priority_certification_special_needs_id), '[]')
  from housing_priority_certification_special_needs n where n.housing_priority_certification_id = ${id})`

/**
 * Loads the facts that a certification's screen and rules need in addition to the record, in one statement
 * plus the settings.
 */
async function loadFacts(context: AnyContext, row: CertificationRow) {
  const { housingPriorityCertificationId: id, propertyId, year } = row
  const result = await sql<Facts>`
    select coalesce(p.total_units, 0) as units, ${needsSql(sql`${id}::integer`)} as needs,
    o.committed_units as committed_before,
      ${needsSql(sql`o.housing_priority_certification_id`)} as needs_before,
      (select jsonb_build_object('contactId', c.contact_id, 'name', c.name, 'company', c.company, 'title',
      c.title, 'phone', c.phone, 'email', c.email)
        from property_contact k join contact c using (contact_id) where k.property_id = p.property_id
        and k.lead_referral_agency
        order by ${currentContactFirst} limit 1) as contact
    from (select ${propertyId}::integer as property_id) asked left join property p using (property_id)
    left join lateral (select r.* from housing_priority_certification r
    where r.property_id = asked.property_id and r.year < ${year}
      and r.status_id = ${sqlStatus.APPROVED} order by r.year desc limit 1) o on true`.execute(context.db)
  const { needs, needsBefore, ...facts } = result.rows[0]!
  return {
    ...facts,
    specialNeeds: id > 0 ? needs : copyPopulations(row, needsBefore),
    replaceDays: await context.settings.get(prioritySettings.replaceDays),
  }
}

/**
 * Returns the initial populations of a certification: those of the previous one, without numbers of
 * households.
 */
const copyPopulations = (row: CertificationRow, before: readonly PopulationRow[]): PopulationRow[] =>
  before.map((line) => ({
    ...line,
    housingPriorityCertificationSpecialNeedsId: 0,
    filedCompanyId: null,
    clientKey: null,
    filled: null,
    byReferral: null,
    housingPriorityCertificationId: row.housingPriorityCertificationId,
  }))

async function storePopulations(
  context: AnyContext,
  row: CertificationRow,
  submittedNeeds: readonly PopulationInput[] | undefined,
) {
  const id = row.housingPriorityCertificationId
  if (submittedNeeds === undefined && row.version > 1) return
  const fresh = { ...row, housingPriorityCertificationId: 0 }
  const lines = submittedNeeds ?? (await loadFacts(context, fresh)).specialNeeds
  await saveLines(context, SpecialNeeds, { ...row, id }, lines, 'unsent', MAX_POPULATIONS)
}

const refreshTasks = ({ db }: AnyContext, { propertyId }: Pick<CertificationRow, 'propertyId'>) =>
  syncTaskStatuses(db, { taskTypeId: TaskType.ExhibitZ, propertyId })

/** The server side of the review of housing priority certifications. */
export const certifications = serveReview(declared, {
  detail: loadFacts,
  line: {
    select: sql`r.year, r.committed_units, coalesce(n.filled, 0) as filled, greatest(0,
      coalesce(r.committed_units, 0) - coalesce(n.filled, 0)) as unmet,
      r.lra_name, r.lra_agreement_ends`,
    joins: sql`left join lateral (select sum(filled)::integer as filled
      from housing_priority_certification_special_needs n
      where n.housing_priority_certification_id = r.housing_priority_certification_id) n on true`,
  },
  begin: (context, { propertyId }, values) =>
    checkNewCertification(context, propertyId ?? 0, values as { year?: number }),
  saved: async (context, row, { specialNeeds }) => {
    await storePopulations(context, row, specialNeeds as PopulationInput[] | undefined)
    if (row.version === 1) await refreshTasks(context, row)
  },
  followed: refreshTasks,
  mailLines: ({ year }) => [`The certification of ${year}.`],
  toDo: sql`r.year::text`,
})
