import { sql } from 'kysely'
import type { Answer } from '#kernel/model/call.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { financialInstitutions, getPastFinancialInstitutions, noteUse } from '../model/calls.ts'
import type { FinancialInstitution, PropertyFinancialInstitution } from '../model/entities.ts'

type Institution = Row<typeof FinancialInstitution>
type Use = Row<typeof PropertyFinancialInstitution>
type Values = Record<string, unknown>

const refuseAt = (field: string, message: string): never =>
  refuse.rule('There is a problem', [{ field, message }])

/** Refuses a second institution with the same certificate, or with the same name and city. */
async function refuseDuplicate(context: AnyContext, item: Institution): Promise<void> {
  const result = await sql<Institution>`select * from financial_institution
    where financial_institution_id <> ${item.financialInstitutionId ?? 0}
      and (fdic_certificate = ${item.fdicCertificate ?? null}
        or (lower(trim(name)) = lower(trim(${item.name})) and lower(coalesce(city,
        '')) = lower(${item.city ?? ''})))
    limit 1`.execute(context.db)
  const twin = result.rows[0]
  if (!twin) return
  const twinLabel = [twin.name, twin.city].filter(Boolean).join(', ')
  if (twin.fdicCertificate && twin.fdicCertificate === item.fdicCertificate)
    refuseAt('fdicCertificate', `FDIC certificate: it is that of ${twinLabel}.`)
  refuseAt('name', `Name: ${twinLabel} is on the list already.`)
}

async function beforeRemove(context: AnyContext, present: Values): Promise<void> {
  const { financialInstitutionId, name } = present as Institution
  const used = await context.db
    .selectFrom('propertyFinancialInstitution')
    .select('propertyId')
    .where('financialInstitutionId', '=', financialInstitutionId)
    .executeTakeFirst()
  if (used) refuse.rule(`Properties have kept funds in ${name}. Make it inactive.`)
}

/**
 * Stores that a property uses an institution. Row-level security limits the caller to properties whose
 * statements they may write; the agency reaches all.
 */
async function storeUse(
  context: AnyContext,
  payload: Omit<Use, 'propertyFinancialInstitutionId'>,
): Promise<Use> {
  const { propertyId, financialInstitutionId, usedFor, lastUsedOn } = payload
  const property = await context.db
    .selectFrom('property')
    .select('propertyId')
    .where('propertyId', '=', propertyId)
    .executeTakeFirst()
  if (!property) refuse.notFound('This property')
  if (lastUsedOn > context.settings.today()) refuseAt('lastUsedOn', 'Last used: this day is in the future.')
  const institution = await context.db
    .selectFrom('financialInstitution')
    .select('active')
    .where('financialInstitutionId', '=', financialInstitutionId)
    .executeTakeFirst()
  if (!institution?.active)
    refuseAt('financialInstitutionId', 'Financial institution: choose an active one from the list.')
  const result = await sql<Use>`insert into property_financial_institution
      (property_id, financial_institution_id, used_for, last_used_on)
    values (${propertyId}, ${financialInstitutionId}, ${usedFor}, ${lastUsedOn})
    on conflict (property_id, financial_institution_id) do update
      set used_for = coalesce(excluded.used_for, property_financial_institution.used_for),
        last_used_on = greatest(excluded.last_used_on, property_financial_institution.last_used_on)
    returning *`.execute(context.db)
  return result.rows[0]!
}

/** Every call that the financial institutions module answers. */
export const served: Served[] = [
  ...serveController(financialInstitutions, {
    before: async (context, values, present) => {
      const institution = { ...present, ...values } as Institution
      if (institution.name) await refuseDuplicate(context, institution)
      return values
    },
    beforeRemove,
  }),
  serve(getPastFinancialInstitutions, async ({ db, params }) => {
    const property = await db
      .selectFrom('property')
      .select('propertyId')
      .where('propertyId', '=', params.propertyId)
      .executeTakeFirst()
    if (!property) return refuse.notFound('This property')
    const result = await sql<Answer<typeof getPastFinancialInstitutions>[number]>`
      select i.*, k.used_for, k.last_used_on from property_financial_institution k
      join financial_institution i using (financial_institution_id)
      where k.property_id = ${params.propertyId} order by k.last_used_on desc, lower(i.name)`.execute(db)
    return result.rows
  }),
  serve(noteUse, (context) => storeUse(context, { usedFor: null, ...context.body })),
]
