import type pg from 'pg'

/** The decided records `r` of a table that get letters, and the parts of their letters, as SQL. */
type Of = {
  entity: string
  /** `annual_statement`, with its key. */
  table: string
  key: string
  /** The prefix of the record numbers: `FS`. */
  prefix: string
  label: string
  /** The titles of a letter of approval and of denial, such as `Acceptance`. */
  titles: { approval: string; denial: string }
  /** A JSON list of paragraphs. */
  body: string
}

/** Stores the letters of all decided records of a kind in one statement. */
export async function loadLetterRows(client: pg.ClientBase, recordKind: Of): Promise<void> {
  const number = `'${recordKind.prefix}-' || r.${recordKind.key}`
  await client.query(`
    insert into letter (property_id, entity, row_id, kind, title, data, created_by, created_at)
    select r.property_id, '${recordKind.entity}', r.${recordKind.key}, case r.status_id when 5 then 'approval' else 'denial' end,
      case r.status_id when 5 then '${recordKind.titles.approval}' else '${recordKind.titles.denial}' end || ' of ${recordKind.label} ' || ${number},
      jsonb_build_object(
        'managementCompany', case when c.name is not null then jsonb_build_object('mgmtcoName', c.name, 'mgmtcoAddress', c.address,
          'mgmtcoCity', c.city, 'mgmtcoState', c.state, 'mgmtcoZip', c.zip) end,
        'contact', null,
        'property', jsonb_build_object('propertyName', p.name, 'propertyNumber', coalesce(p.agency_number, '')),
        'requestNumber', ${number}, 'signatureBlock', jsonb_build_object('Name', 'Agency Manager', 'Title', 'Demonstration signature'),
        'values', jsonb_build_object('today', to_char(r.decided, 'FMMonth DD, YYYY')),
        'body', ${recordKind.body} || '["This letter belongs to the demonstration; what it says is invented."]'::jsonb),
      r.decided_by_id, r.decided
    from ${recordKind.table} r join property p using (property_id)
    left join management_company c on c.management_company_id = p.management_company_id
    where r.status_id in (5, 6) and r.decided is not null`)
}

/** SQL: an amount in the format of letters. */
export const moneySql = (amount: string): string => `to_char(coalesce(${amount}, 0), 'FM$999,999,990.00')`
