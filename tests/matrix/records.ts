import { Readable } from 'node:stream'
import type pg from 'pg'
import { properties } from '#tests/fixture.ts'
import type { Portal } from '#tests/portal.ts'
import { seeders } from './seeders.ts'

/**
 * A word in every text of property D's rows. An answer to a person without access to D must not contain it.
 */
export const foreignWord = 'Dogwood'

/** A word in every text of property A that is internal to the agency. */
export const internalWord = 'Agencyonly'

const labels = { [properties.a]: 'Maple', [properties.d]: foreignWord } as Record<number, string>

/**
 * Adds to properties A and D a row of every table that belongs to a property. A module with a new table adds
 * a seeder, and `outOfScope.test.ts` lists the tables without one.
 */
export async function seedRecords({ owner, services }: Portal): Promise<void> {
  for (const propertyId of [properties.a, properties.d]) {
    await skipIds(owner, propertyId === properties.d ? 500 : 200)
    const marker = labels[propertyId]!
    const { contentHash } = await services.files.put(Readable.from([Buffer.from(`%PDF-1.7 ${marker}`)]), 1000)
    await seedProperty(owner, propertyId, marker, contentHash)
    if (propertyId === properties.a) await seedInternal(owner, contentHash)
  }
}

/**
 * Gives the rows of D ids that no row of A and of the fixture has in any table, so that an id shows to which
 * property it belongs.
 */
async function skipIds(owner: pg.Client, last: number): Promise<void> {
  await owner.query(
    `select setval(pg_get_serial_sequence(quote_ident(table_name), column_name), $1)
      from information_schema.columns where table_schema = 'public' and is_identity = 'YES' and data_type = 'integer'`,
    [last],
  )
}

/** Adds a row of every table that belongs to a property to this property. `marker` occurs in every text. */
export async function seedProperty(
  owner: pg.Client,
  propertyId: number,
  marker: string,
  contentHash: string,
): Promise<void> {
  await owner.query(
    `with request as (
      insert into replacement_reserve_request (property_id, reserve_account_id, description, certified, created_by, submitted_by_id, submitted)
      select property_id, reserve_account_id, $2 || ' roof', true, 5, 5, now() from reserve_account where property_id = $1
      returning *),
    item as (
      insert into replacement_reserve_request_item (property_id, replacement_reserve_request_id, position, category_id,
        description_of_work, location, vendor_id, invoice_number, invoice_date, check_number, claimed_amount, approved_amount)
      select property_id, replacement_reserve_request_id, 1, 1, $2 || ' shingles', 'Building 1', 1, $2 || '-1', current_date - 30, '1001', 5000, 5000
      from request returning *),
    entry as (
      insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount, note)
      select property_id, reserve_account_id, current_date - 60, 'Adjustment', 10, $2 || ' note' from request),
    document as (
      insert into file (property_id, module_name, module_id, sub_module_name, sub_module_id, document_type, title,
        file_name, content_type, size_bytes, content_hash, created_by)
      select property_id, 'Replacement_Reserve', replacement_reserve_request_id, 'Item', replacement_reserve_request_item_id, kind,
        $2 || ' ' || kind, $2 || '.pdf', 'application/pdf', 100, $3, 5
      from item, unnest(array['Invoice', 'Check', 'Photo']) as kind),
    comment as (
      insert into property_comment (property_id, comment, created_by) values ($1, $2 || ' comment', 1)),
    inspection as (
      insert into property_inspection (property_id, inspection_date, score, source, comment) values ($1, '2025-03-01', 88, 'Test', $2)),
    number as (
      insert into property_lihtc_number (property_id, lihtc_number) values ($1, $2 || '-88') on conflict do nothing),
    company as (
      insert into management_company_project_history (property_id, management_company_id, from_date) values ($1, 2, '2001-01-01')),
    person as (
      insert into property_contact (property_id, contact_id, contact_type_id) values ($1, 2, 5) on conflict do nothing),
    letter as (
      insert into letter (property_id, entity, row_id, kind, title, data, created_by)
      select property_id, 'ReplacementReserveRequest', replacement_reserve_request_id, 'approval', $2 || ' letter', '{}', 1 from request)
    insert into invoice (module_name, request_id, item_id, property_id, vendor_id, invoice_number, normalised_number, invoice_date, amount)
      select 'Replacement_Reserve', replacement_reserve_request_id, replacement_reserve_request_item_id, property_id, vendor_id,
        invoice_number, lower(invoice_number), invoice_date, claimed_amount from item`,
    [propertyId, marker, contentHash],
  )
  await owner.query(
    `insert into status_history (entity, row_id, property_id, to_status_id, action, reason, user_id, at)
      select 'ReplacementReserveRequest', replacement_reserve_request_id, property_id, 1, 'create', $2 || ' reason', 5, now() - interval '1 day'
      from replacement_reserve_request where property_id = $1`,
    [propertyId, marker],
  )
  const companyId = propertyId === properties.d ? 2 : 1
  for (const seed of seeders) await seed(owner, { propertyId, companyId, marker })
}

/** Adds more records to property A, more lines to its first request, and more properties to its company. */
export async function seedMore({ owner, services }: Portal, copies: number): Promise<void> {
  const { contentHash } = await services.files.put(Readable.from([Buffer.from('%PDF-1.7 more')]), 1000)
  for (let copy = 1; copy <= copies; copy += 1)
    await seedProperty(owner, properties.a, `More ${copy}`, contentHash)
  await owner.query(
    `insert into replacement_reserve_request_item (property_id, replacement_reserve_request_id, position, category_id,
        description_of_work, location, vendor_id, invoice_number, invoice_date, check_number, claimed_amount)
      select property_id, min(replacement_reserve_request_id), 100 + n, 2, 'More work', 'Building ' || n, 1, 'M-' || n,
        current_date - 20, '2002', 50
      from replacement_reserve_request, generate_series(1, $2) n where property_id = $1 group by property_id, n`,
    [properties.a, copies],
  )
  await owner.query(
    `with added as (
      insert into property (name, status_id, total_units, county_id, management_company_id)
      select 'More ' || n, 0, 10, 1, 1 from generate_series(1, $1) n returning property_id),
    type as (insert into property_federal_type (property_id, federal_type_id) select property_id, 1 from added),
    account as (
      insert into reserve_account (property_id, opened_on) select property_id, '2020-01-01' from added returning *)
    insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount)
      select property_id, reserve_account_id, '2020-01-01', 'Opening balance', 100 from account`,
    [copies],
  )
}

/**
 * Adds data of property A that only the agency may see: comments on the request, an internal comment and an
 * internal file. The change of comments is in the audit log.
 */
async function seedInternal(owner: pg.Client, contentHash: string): Promise<void> {
  await owner.query(
    `with comment as (
      insert into property_comment (property_id, comment, internal_to_agency, created_by) values ($1, $2 || ' comment', true, 1)),
    document as (
      insert into file (property_id, module_name, module_id, document_type, title, file_name, content_type, size_bytes,
        content_hash, created_by, internal_to_agency)
      select property_id, 'Replacement_Reserve', replacement_reserve_request_id, 'Other', $2 || ' title', $2 || '.pdf',
        'application/pdf', 100, $3, 1, true
      from replacement_reserve_request where property_id = $1)
    update replacement_reserve_request set agency_comments = $2 || ' comments' where property_id = $1`,
    [properties.a, internalWord, contentHash],
  )
}
