import { sql } from 'kysely'
import { sendEventMail } from '#core/correspondence/mailTemplates/server/index.ts'
import { openPath } from '#engines/review/model/index.ts'
import type { Row } from '#kernel/model/entity.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import type { Recipient } from '#kernel/server/outbox.ts'
import { lockRow, updateRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import {
  certificationField,
  findCertifierFaults,
  findSigningFaults,
  textVersion,
} from '../model/certifying.ts'
import { Certification, type CertifierRole } from '../model/entities.ts'
import { TAKEN_BACK } from '../model/mails.ts'
import { type Detail, statements as declared, type StatementRow } from '../model/statements.ts'

export type CertificationRow = Row<typeof Certification>

/** Creates an unsigned certification for the caller. */
export async function createCertification({ db, actor }: AnyContext): Promise<CertificationRow> {
  const result = await sql<CertificationRow>`insert into certification (user_id, name, text_version)
    values (${actor.userId}, ${actor.name || actor.userName}, ${textVersion}) returning *`.execute(db)
  return result.rows[0]!
}

/**
 * Locks and returns an unsigned certification of the caller. Refuses if it names another person (403) or is
 * signed (409).
 */
export async function lockUnsigned(context: AnyContext, certificationId: number): Promise<CertificationRow> {
  const row = await lockRow(context, Certification, certificationId)
  if (row.userId !== context.actor.userId)
    refuse.forbidden('A certification is signed by the person it names.')
  if (row.certifiedAt !== null) refuse.conflict('This certification is signed already.')
  return row
}

type SigningPayload = { role?: CertifierRole | null; title?: string | null; signature?: string | null }

/**
 * Signs a certification and binds it to its statement, after checking the certifier's input. `faults` are
 * those of the statement and also refuse. Returns whether both roles have now certified.
 */
export async function sign(
  context: AnyContext,
  detail: Detail,
  certification: CertificationRow,
  signed: SigningPayload,
  faults: readonly Fault[],
): Promise<boolean> {
  const certificationInput = {
    ...certification,
    ...Object.fromEntries(Object.entries(signed).filter(([, value]) => value != null)),
  }
  const all = [
    ...findSigningFaults(certificationInput),
    ...findCertifierFaults({ role: certificationInput.role, userId: context.actor.userId }, detail),
    ...faults,
  ]
  if (all.length > 0) refuse.rule('There is a problem', all)
  const { role, title, signature } = certificationInput
  await updateRow(context, Certification, certification.certificationId, {
    role,
    title,
    signature,
    afsId: detail.afsId,
    certifiedAt: context.services.now().toISOString(),
    address: context.request.address,
  })
  const column = sql.ref(role === 'Owner' ? 'owner_certification_id' : 'agent_certification_id')
  await sql`update annual_statement set ${column} = ${certification.certificationId}
    where afs_id = ${detail.afsId}`.execute(context.db)
  return detail.certifications.length + 1 === Object.keys(certificationField).length
}

/**
 * Withdraws all certifications of a statement because it was changed, and mails their certifiers the parts
 * that another person changed. Runs three SQL statements.
 */
export async function takeBackCertifications(
  context: AnyContext,
  row: StatementRow,
  parts: readonly string[] = [],
): Promise<void> {
  const { db, actor, services } = context
  if (row.ownerCertificationId === null && row.agentCertificationId === null) return
  const result = await sql<{ about: string; certifiers: Recipient[] }>`
    with gone as (update certification set withdrawn_at = ${services.now().toISOString()},
    withdrawn_by_id = ${actor.userId}
      where certification_id in (${row.ownerCertificationId}::integer, ${row.agentCertificationId}::integer)
      returning user_id),
    bare as (update annual_statement set owner_certification_id = null, agent_certification_id = null
    where afs_id = ${row.afsId})
    select p.name as about, coalesce((select jsonb_agg(jsonb_build_object('email', u.email, 'name',
    trim(u.first_name || ' ' || u.last_name)))
      from app_user u where u.user_id in (select user_id from gone) and u.user_id <> ${actor.userId}
      and u.active and u.email is not null), '[]') as certifiers
    from property p where p.property_id = ${row.propertyId}`.execute(db)
  const { about, certifiers } = result.rows[0]!
  if (parts.length === 0 || certifiers.length === 0) return
  await sendEventMail(context, {
    event: TAKEN_BACK,
    entity: declared.flow.entity,
    rowId: row.afsId,
    propertyId: row.propertyId,
    recipientsOf: () => certifiers,
    values: {
      number: declared.numberOf(row.afsId),
      about,
      year: String(row.year),
      by: actor.name || actor.userName,
      parts: parts.join(', '),
      link: `${services.config.publicUrl}/#${openPath(declared, row)}`,
    },
  })
}
