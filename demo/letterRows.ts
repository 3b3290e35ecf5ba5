import type pg from 'pg'

/** A kind of record whose decided records get letters. `body` is SQL that can refer to the record as `r`. */
type LetteredRecordKind = {
  entity: string
  /** The table, such as `annual_statement`. */
  table: string
  /** The primary key, such as `afs_id`. */
  key: string
  /** The prefix of the record numbers, such as `FS`. */
  prefix: string
  label: string
  /** The titles of a letter of approval and of denial, such as `Acceptance`. */
  titles: { approval: string; denial: string }
  /** SQL: a JSON list of paragraphs. */
  body: string
}

/** Stores the letters of all decided records of a kind in one statement. */
export async function loadLetterRows(client: pg.ClientBase, recordKind: LetteredRecordKind): Promise<void> {
  const recordNumberSql = `'${recordKind.prefix}-' || r.${recordKind.key}`
  await client.query(`
    insert into letter (property_id, entity, row_id, kind, title, data, created_by, created_at)
    select r.property_id, '${recordKind.entity}', r.${recordKind.key}, case r.status_id when 5 then 'approval' else 'denial' end,
      case r.status_id when 5 then '${recordKind.titles.approval}' else '${recordKind.titles.denial}' end || ' of ${recordKind.label} ' || ${recordNumberSql},
      jsonb_build_object(
        'managementCompany', case when c.name is not null then jsonb_build_object('mgmtcoName', c.name, 'mgmtcoAddress', c.address,
          'mgmtcoCity', c.city, 'mgmtcoState', c.state, 'mgmtcoZip', c.zip) end,
        'contact', null,
        'property', jsonb_build_object('propertyName', p.name, 'propertyNumber', coalesce(p.agency_number, '')),
        'requestNumber', ${recordNumberSql}, 'signatureBlock', jsonb_build_object('Name', 'Agency Manager', 'Title', 'Demonstration signature'),
        'values', jsonb_build_object('today', to_char(r.decided, 'FMMonth DD, YYYY')),
        'body', ${recordKind.body} || '["This letter belongs to the demonstration; what it says is invented."]'::jsonb),
      r.decided_by_id, r.decided
    from ${recordKind.table} r join property p using (property_id)
    left join management_company c on c.management_company_id = p.management_company_id
    where r.status_id in (5, 6) and r.decided is not null`)
}

/** Returns SQL that formats an amount as letters do, such as `$1,234.00`. */
export const moneySql = (amount: string): string => `to_char(coalesce(${amount}, 0), 'FM$999,999,990.00')`
