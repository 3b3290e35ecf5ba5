import { sql } from 'kysely'
import type { LetterData } from '#ground/letters/model/index.ts'
import { signatureBlockFor, storeLetter } from '#ground/letters/server/index.ts'
import { ContactType } from '#ground/lookups/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { projectNumber } from '#kernel/model/formats.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { keyOf } from '../model/reviewed.ts'
import type { AnyDetail, Kit } from './kit.ts'

type Addressee = Pick<LetterData, 'managementCompany' | 'contact'> & {
  propertyName: string
  agencyNumber: string | null
  lihtcNumber: string | null
}

/** Whom a letter about a property is written to: its company of today and its financial or primary contact (LET-11). */
async function addresseeOf(context: AnyContext, propertyId: number): Promise<Addressee> {
  const found = await sql<Addressee>`
    select p.name as property_name, p.agency_number,
      (select lihtc_number from property_lihtc_number l where l.property_id = p.property_id order by position limit 1) as lihtc_number,
      case when m.name is not null then jsonb_build_object('mgmtcoName', m.name, 'mgmtcoAddress', m.address, 'mgmtcoCity', m.city,
        'mgmtcoState', m.state, 'mgmtcoZip', m.zip) end as management_company,
      (select jsonb_build_object('conName', c.name, 'conAddress1', c.address1, 'conAddress2', c.address2, 'conCity', c.city,
        'conState', c.state, 'conZip', c.zip) from property_contact pc join contact c using (contact_id)
      where pc.property_id = p.property_id and c.active
        and pc.contact_type_id in (${ContactType.FinancialContact}, ${ContactType.PrimaryContact})
      order by pc.contact_type_id desc limit 1) as contact
    from property p left join management_company m using (management_company_id)
    where p.property_id = ${propertyId}`.execute(context.db)
  return found.rows[0]!
}

const titles = { approve: 'Approval', deny: 'Denial' } as const

/** Draws up the letter of a decision as it stands now and keeps it, so that it always reprints the same. */
export async function draftLetter(
  context: AnyContext,
  { review, server }: Kit,
  kind: 'approve' | 'deny',
  detail: AnyDetail,
  reason: string | null,
): Promise<void> {
  const drawn = await server.letters?.[kind](context, detail, reason)
  if (!drawn || !detail.propertyId) return
  const { propertyName, agencyNumber, lihtcNumber, managementCompany, contact } = await addresseeOf(
    context,
    detail.propertyId,
  )
  const { agencyShortName } = context.services.config
  await storeLetter(context, {
    propertyId: detail.propertyId,
    entity: review.flow.entity,
    rowId: keyOf(review.entity, detail),
    kind: titles[kind].toLowerCase(),
    title: `${titles[kind]} of ${review.entity.label.toLowerCase()} ${detail.requestNumber}`,
    data: {
      managementCompany,
      contact,
      property: {
        propertyName,
        propertyNumber: projectNumber({ agencyNumber, lihtC1: lihtcNumber }, agencyShortName),
      },
      requestNumber: detail.requestNumber,
      signatureBlock: await signatureBlockFor(context, context.actor.userId),
      body: [...drawn.body],
      values: { ...drawn.values, today: formatDate(context.settings.today(), 'MMMM DD, YYYY') },
    },
  })
}
