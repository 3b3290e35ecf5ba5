import { sql } from 'kysely'
import { loadManagers, refuseDependentPerson } from '#core/platform/settings/server/index.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { sendMail } from '#kernel/server/outbox.ts'
import { readRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { ManagementCompany } from '../model/entities.ts'
import { companySettings } from '../model/settings.ts'

export type MergeRequest = {
  companyMergeRequestId: number
  askedById: number
  name: string
  administratorIds: number[]
}
const sortIds = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b)

/** Finds the request for this merge that waits for a second administrator. */
export async function findMergeRequest(context: AnyContext, intoId: number, fromIds: readonly number[]) {
  const result = await sql<MergeRequest>`
    select r.company_merge_request_id, r.asked_by_id, r.administrator_ids,
    trim(u.first_name || ' ' || u.last_name) as name
    from company_merge_request r join app_user u on u.user_id = r.asked_by_id
    where r.into_id = ${intoId} and r.from_ids = ${sortIds(fromIds)}::integer[]`.execute(context.db)
  return result.rows[0]
}

type MergedCompany = Pick<Row<typeof ManagementCompany>, 'managementCompanyId' | 'name'>
type Companies = { into: MergedCompany; sources: readonly MergedCompany[] }
const getIds = (companies: readonly MergedCompany[]): number[] =>
  companies.map(({ managementCompanyId }) => managementCompanyId)

const outcomes = {
  proposed: 'It waits for a second administrator and moves nothing until one carries it out.',
  dropped: 'It was taken back; nothing has moved.',
}

/** Mails all managers and administrators. No template and no setting turns this off. */
async function mailRequest(
  context: AnyContext,
  { into, sources }: Companies,
  outcome: keyof typeof outcomes,
): Promise<void> {
  const names = sources.map(({ name }) => name).join(', ')
  const [from] = getIds(sources)
  await sendMail(context, {
    event: `companyMerge.${outcome}`,
    recipients: await loadManagers(context),
    subject: `Merge of companies ${outcome}: ${names} into ${into.name}`,
    text: [
      `${names} is to become another name of ${into.name}.`,
      `${{ proposed: 'Proposed', dropped: 'Taken back' }[outcome]} by ${context.actor.name}.`,
      outcomes[outcome],
      `Open it: ${context.services.config.publicUrl}/#/companies/merge?from=${from}&into=${into.managementCompanyId}`,
    ].join('\n\n'),
  })
}

/** Deletes a request for a merge, because the merge is carried out or is not wanted any more. */
const deleteRequest = ({ db }: AnyContext, { companyMergeRequestId }: MergeRequest) =>
  sql`delete from company_merge_request where company_merge_request_id = ${companyMergeRequestId}`.execute(db)

/**
 * Whether a merge has to wait. If the setting requires two persons, the first administrator only asks for
 * the merge and a second one carries it out.
 */
export async function waitsForSecond(
  context: AnyContext,
  { into, sources, confirmedIds }: Companies & { confirmedIds: readonly number[] },
): Promise<boolean> {
  const request = await findMergeRequest(context, into.managementCompanyId, getIds(sources))
  const twoPerson = await context.settings.get(companySettings.mergeTwoPerson)
  if (request) {
    if (twoPerson) await refuseOnePerson(context, request, confirmedIds)
    await deleteRequest(context, request)
    return false
  }
  if (!twoPerson) return false
  await sql`insert into company_merge_request (into_id, from_ids, asked_by_id, administrator_ids)
    values (${into.managementCompanyId}, ${sortIds(getIds(sources))}::integer[], ${context.actor.userId},
    ${sortIds(confirmedIds)}::integer[])`.execute(context.db)
  await mailRequest(context, { into, sources }, 'proposed')
  return true
}

/** Takes back the requests for a merge, which any administrator may do, and mails it. */
export async function dropRequest(context: AnyContext, intoId: number, fromId: number): Promise<void> {
  const result = await sql`delete from company_merge_request
    where into_id = ${intoId} and ${fromId} = any (from_ids)`.execute(context.db)
  if (Number(result.numAffectedRows ?? 0) === 0) refuse.notFound('This request for a merge')
  const [into, from] = await Promise.all([
    readRow(context, ManagementCompany, intoId),
    readRow(context, ManagementCompany, fromId),
  ])
  await mailRequest(context, { into, sources: [from] }, 'dropped')
}

/**
 * Refuses a merge by one person alone, or with more confirmed people than the first administrator named: a
 * person remains a primary user only if both administrators confirm it.
 */
async function refuseOnePerson(
  context: AnyContext,
  request: MergeRequest,
  confirmedIds: readonly number[],
): Promise<void> {
  if (request.askedById === context.actor.userId)
    refuse.conflict('You asked for this merge: a second administrator carries it out.')
  await refuseDependentPerson(context, request.askedById)
  if (confirmedIds.some((userId) => !request.administratorIds.includes(userId)))
    refuse.conflict(
      `${request.name} has not confirmed everybody whom you let stay a primary user; both of you confirm each person.`,
    )
}
