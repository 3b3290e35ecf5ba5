import { sql } from 'kysely'
import { metaOf } from '#kernel/model/field.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { canEdit } from '#kernel/model/workflow.ts'
import { updateRow } from '#kernel/server/crud.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { lockRow, refuseStaleVersion, writeHistory } from '#kernel/server/workflow.ts'
import { type ListName, lists, ManagementCompanyAssetCertification } from '../model/entities.ts'
import { applicationNumber, flow } from '../model/flow.ts'
import { type ApplicationRow, contentNames } from '../model/rules.ts'
import { MODULE } from './detail.ts'
import { companyOf } from './lists.ts'

type Values = Record<string, unknown>

/** Values as they go to the database: lists whole as JSON, their amounts to the cent. */
export function stored(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      name in lists && Array.isArray(value)
        ? JSON.stringify(value.map((line) => inCents(name as ListName, line)))
        : value,
    ]),
  )
}

function inCents(list: ListName, line: Values): Values {
  const { shape } = lists[list].element
  return Object.fromEntries(
    Object.entries(line).map(([name, value]) => {
      const isMoney = metaOf(shape[name as keyof typeof shape])?.kind === 'money'
      return [name, isMoney && typeof value === 'number' ? fromCents(toCents(value)) : value]
    }),
  )
}

/** A company has one application at a time on its way; the next waits until that is decided. */
export async function refuseSecond(context: AnyContext, managementCompanyId: number): Promise<void> {
  // Two people who begin at the same moment are asked one after the other.
  await sql`select pg_advisory_xact_lock(hashtext('certification'), ${managementCompanyId})`.execute(context.db)
  const open = await context.db
    .selectFrom('managementCompanyAssetCertification')
    .select('managementCompanyAssetCertificationId as id')
    .where('managementCompanyId', '=', managementCompanyId)
    .where('statusId', '<', 5)
    .limit(1)
    .executeTakeFirst()
  if (open) refuse.rule(`Application ${applicationNumber(open.id)} of this company is still open.`)
}

/** Stores an application in progress; answers its id. Shape only: what is missing or wrong is told at submission. */
export async function saveProgress(context: AnyContext, sent: Partial<ApplicationRow>): Promise<number> {
  const known = sent.managementCompanyAssetCertificationId ?? 0
  const applicationId = known || (await begin(context, sent))
  const row = await lockRow<ApplicationRow>(context, ManagementCompanyAssetCertification, applicationId)
  if (known)
    await refuseStaleVersion(context, ManagementCompanyAssetCertification, applicationId, sent.version, row.version)
  if (!canEdit(flow, row, context.actor))
    refuse.conflict('This application has been submitted and can no longer be edited here.')
  const named = contentNames.filter((name) => sent[name] !== undefined)
  const values = Object.fromEntries(named.map((name) => [name, sent[name]]))
  await updateRow(context, ManagementCompanyAssetCertification, applicationId, stored(values))
  return applicationId
}

/** Finds the application an earlier, repeated save has stored, or begins a new one as the renewal of the last certification. */
async function begin(context: AnyContext, sent: Partial<ApplicationRow>): Promise<number> {
  const companyId = companyOf(context, sent.managementCompanyId ?? 0)
  const clientKey = sent.clientKey ?? null
  const earlier = await earlierSave(context, clientKey)
  if (earlier) return earlier
  await refuseSecond(context, companyId)
  const created = await sql<{ id: number; previousId: number | null }>`
    insert into management_company_asset_certification (management_company_id, filed_as, renewal_of_id, created_by, client_key)
    select c.management_company_id, c.name, certified.id, ${context.actor.userId}, ${clientKey}
    from management_company c left join lateral (select management_company_asset_certification_id as id
      from management_company_asset_certification where management_company_id = c.management_company_id and status_id in (5, 7)
      order by expires_on desc, 1 desc limit 1) certified on true
    where c.management_company_id = ${companyId}
    returning management_company_asset_certification_id as id, (select max(management_company_asset_certification_id)
      from management_company_asset_certification where management_company_id = ${companyId}) as previous_id`.execute(
    context.db,
  )
  const { id, previousId } = created.rows[0] ?? refuse.notFound('This company')
  await writeHistory(context, flow.entity, id, null, null, 1, 'create', null)
  if (previousId) await copyDocuments(context, previousId, id)
  return id
}

async function earlierSave(context: AnyContext, clientKey: string | null): Promise<number | null> {
  if (!clientKey) return null
  const found = await context.db
    .selectFrom('managementCompanyAssetCertification')
    .select('managementCompanyAssetCertificationId as id')
    .where('clientKey', '=', clientKey)
    .executeTakeFirst()
  return found?.id ?? null
}

/** The papers of the last application, as new rows on the same contents. */
async function copyDocuments(context: AnyContext, from: number, to: number): Promise<void> {
  await sql`
    insert into file (management_company_id, title, module_name, module_id, document_type, file_name, content_type, size_bytes,
      content_hash, created_by)
    select management_company_id, title, module_name, ${to}::integer, document_type, file_name, content_type, size_bytes,
      content_hash, ${context.actor.userId}
    from file where module_name = ${MODULE} and module_id = ${from} and replaced_by_id is null order by file_id`.execute(
    context.db,
  )
}
