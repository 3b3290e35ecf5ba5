import type pg from 'pg'

/** Whose letters are written: decided records `r` of a table, and what of them a letter says, as SQL. */
type Of = {
  entity: string
  /** `annual_statement`, with its key. */
  table: string
  key: string
  /** What numbers begin with: `FS`. */
  prefix: string
  label: string
  /** What a letter of approval and one of denial decide: `Acceptance`. */
  titles: { approval: string; denial: string }
  /** A JSON list of paragraphs. */
  body: string
}

/** Gives every decided record of a kind its stored letter, in one statement. */
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

/** SQL: an amount as letters print it. */
export const moneySql = (amount: string): string => `to_char(coalesce(${amount}, 0), 'FM$999,999,990.00')`
