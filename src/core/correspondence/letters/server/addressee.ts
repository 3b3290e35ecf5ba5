import { sql } from 'kysely'
import { ContactType, formatPropertyNumber } from '#core/platform/lookups/model/index.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { LetterData } from '../model/letter.ts'

type AddresseeRow = Pick<LetterData, 'managementCompany' | 'contact'> & {
  propertyName: string
  agencyNumber: string | null
  lihtcNumber: string | null
}

/**
 * Loads the recipient of a letter about a property: its present company and its contact (LET-11). That is the
 * first of `contactTypes` that the property has, otherwise its primary contact. A letter about a record of a
 * company that the property has left since (`filedCompanyId`) is addressed to that company and has the
 * property's name of its last day.
 */
export async function loadAddressee(
  context: AnyContext,
  propertyId: number,
  contactTypes: readonly ContactType[] = [ContactType.FinancialContact],
  filedCompanyId: number | null = null,
): Promise<Pick<LetterData, 'managementCompany' | 'contact' | 'property'>> {
  const addressees = [...contactTypes, ContactType.PrimaryContact]
  const result = await sql<AddresseeRow>`
    select kernel.property_name_for(p.property_id, ${filedCompanyId}::integer) as property_name,
      p.agency_number,
      (select lihtc_number from property_lihtc_number l where l.property_id = p.property_id order by position
      limit 1) as lihtc_number,
      case when m.name is not null then jsonb_build_object('mgmtcoName', m.name, 'mgmtcoAddress', m.address,
      'mgmtcoCity', m.city,
        'mgmtcoState', m.state, 'mgmtcoZip', m.zip) end as management_company,
      (select jsonb_build_object('conName', c.name, 'conAddress1', c.address1, 'conAddress2', c.address2,
      'conCity', c.city,
        'conState', c.state, 'conZip', c.zip) from property_contact pc join contact c using (contact_id)
      where pc.property_id = p.property_id and c.active and parted.from_company is null
        and not kernel.contact_left(c.contact_id, p.property_id)
        and pc.contact_type_id = any (${addressees}::integer[])
      order by array_position(${addressees}::integer[], pc.contact_type_id) limit 1) as contact
    from property p
    left join lateral (select ${filedCompanyId}::integer as from_company
      where kernel.company_left_on(p.property_id, ${filedCompanyId}::integer) is not null) parted on true
    left join management_company m
      on m.management_company_id = coalesce(parted.from_company, p.management_company_id)
    where p.property_id = ${propertyId}`.execute(context.db)
  const { propertyName, agencyNumber, lihtcNumber, managementCompany, contact } = result.rows[0]!
  const { agencyShortName } = context.services.config
  const propertyNumber = formatPropertyNumber({ agencyNumber, lihtC1: lihtcNumber }, agencyShortName)
  return { managementCompany, contact, property: { propertyName, propertyNumber } }
}
