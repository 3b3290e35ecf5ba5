import { hash } from '@node-rs/argon2'
import type pg from 'pg'

/** Password of every person of the fixture. */
export const PASSWORD = 'correct horse battery'

/**
 * Hashes a password with the lowest cost, so that tests sign in quickly. Few tests are about the real hash.
 */
export const cheapHash = (password: string): Promise<string> =>
  hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/**
 * The ten personas with which the tests try every call. `anonymous` has no account. The property that
 * `former.user` was assigned to has moved to another company.
 */
export const personas = [
  'anonymous',
  'agency.admin',
  'agency.write',
  'agency.read',
  'company.admin',
  'company.writer',
  'company.reader',
  'other.user',
  'global.admin',
  'former.user',
] as const
export type Persona = (typeof personas)[number]

/**
 * Property ids by letter. A, B and the owner-managed C belong to company One. D and E belong to company Two.
 * E belonged to company Three before.
 */
export const properties = { a: 1, b: 2, c: 3, d: 4, e: 5 } as const

/** Loads the smallest portfolio in which every access rule can be tested. All of it is invented. */
export async function loadFixture(client: pg.Client): Promise<void> {
  const passwordHash = await cheapHash(PASSWORD)
  await client.query('begin')
  await client.query(`select set_config('rooftree.call', 'fixture', true)`)
  await client.query(`
    insert into region (region_id, name) overriding system value values (1, 'Out-State'), (2, 'St. Louis');
    insert into county (county_id, fips, name, region_id) overriding system value values (1, '29019', 'Boone County', 1), (2, '29189', 'St. Louis County', 2), (3, '29510', 'St. Louis city', 2);
    insert into zip_code (zip, county_id, city, is_primary) values ('65201', 1, 'Columbia', true), ('63101', 3, 'Saint Louis', true), ('63130', 2, 'Saint Louis', true), ('63130', 3, 'Saint Louis', false);
    insert into city values ('Columbia', 1), ('Saint Louis', 3);
    insert into federal_type (federal_type_id, name) overriding system value values (1, 'LIHTC 9%'), (2, 'HOME'), (3, 'Rural Development 515');
    insert into room_type (room_type_id, name, bedrooms) overriding system value values (1, 'Efficiency', 0), (2, 'One bedroom', 1), (3, 'Two bedrooms', 2), (4, 'Three bedrooms', 3);
    insert into holiday (holiday_date, name) values ('2026-12-25', 'Christmas Day');
    insert into management_company (management_company_id, name, address, city, state, zip) overriding system value values
      (1, 'Test Company One', '1 First Street', 'Columbia', 'MO', '65201'), (2, 'Test Company Two', '2 Second Street', 'Saint Louis', 'MO', '63101'),
      (3, 'Test Company Three', '3 Third Street', 'Saint Louis', 'MO', '63130');
    insert into property (property_id, name, agency_number, status_id, address, city, zip, county_id, total_units, service_date, extended_use_date, management_company_id, owner_managed) overriding system value values
      (1, 'Maple Grove Apartments', '12-034', 0, '10 Grove Street', 'Columbia', '65201', 1, 48, '2008-11-20', '2038-12-31', 1, false),
      (2, 'Birch Court', null, 0, '20 Court Street', 'Columbia', '65201', 1, 20, '2012-05-01', null, 1, false),
      (3, 'Cedar House', '15-200', 5, '30 House Street', 'Columbia', '65201', 1, 12, null, null, 1, true),
      (4, 'Dogwood Manor', '16-300', 0, '40 Manor Street', 'Saint Louis', '63101', 3, 60, '2015-01-01', '2044-12-31', 2, false),
      (5, 'Elm Terrace', '17-400', 0, '50 Terrace Street', 'Saint Louis', '63130', 2, 24, '2016-01-01', '2045-12-31', 2, false);
    insert into property_lihtc_number (property_id, lihtc_number, position) values (2, '98-001', 1), (2, '99-002', 2);
    insert into property_federal_type (property_id, federal_type_id) values (1, 1), (1, 2), (2, 1), (4, 3);
    insert into property_room_type (project_room_type_id, property_id, room_type_id, count) overriding system value values (1, 1, 2, 12), (2, 1, 3, 24), (3, 1, 4, 12), (4, 4, 3, 60);
    insert into property_rent (property_id, project_room_type_id, rent, effective_date) values (1, 1, 560, '2025-01-01'), (1, 2, 665, '2025-01-01'), (1, 3, 760, '2025-01-01'), (4, 4, 700, '2025-01-01');
    insert into management_company_project_history (property_id, management_company_id, from_date, to_date) values
      (1, 1, '2010-01-01', null), (2, 1, '2012-01-01', null), (4, 2, '2015-01-01', null), (5, 3, '2016-01-01', '2025-12-31'), (5, 2, '2026-01-01', null);
    insert into contact (contact_id, name, company, address1, city, state, zip, email) overriding system value values
      (1, 'Financial Contact', 'Test Company One', '1 First Street', 'Columbia', 'MO', '65201', 'financial@one.example'),
      (2, 'General Partner', 'Grove Partners', null, null, null, null, 'partner@grove.example'),
      (3, 'Primary Contact', 'Test Company One', '1 First Street', 'Columbia', 'MO', '65201', 'primary@one.example');
    insert into property_contact (property_id, contact_id, contact_type_id) values (1, 1, 8), (1, 2, 1), (1, 3, 6), (2, 3, 6);
    insert into vendor (vendor_id, name, city, state, active, new_vendor, w9_date) overriding system value values
      (1, 'Test Roofing', 'Columbia', 'MO', true, false, '2025-01-15'), (2, 'Test Appliances', 'Columbia', 'MO', true, false, null), (3, 'Test Retired Vendor', 'Rolla', 'MO', false, false, null);
    insert into reserve_account (reserve_account_id, property_id, name, opened_on) overriding system value
      select n, n, 'Replacement reserve', '2020-01-01' from generate_series(1, 5) n;
    insert into reserve_deposit_schedule (property_id, reserve_account_id, from_month, monthly_deposit) values
      (1, 1, '2020-01-01', 1200), (2, 2, '2020-01-01', 500), (4, 4, '2020-01-01', 1500), (5, 5, '2020-01-01', 800);
    insert into reserve_interest_rate (property_id, reserve_account_id, from_month, annual_interest_rate)
      select n, n, '2020-01-01', 0.5 from unnest(array[1, 2, 4, 5]) n;
    insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount) values
      (1, 1, '2020-01-01', 'Opening balance', 62400), (2, 2, '2020-01-01', 'Opening balance', 21000), (4, 4, '2020-01-01', 'Opening balance', 90000), (5, 5, '2020-01-01', 'Opening balance', 30000);
  `)
  await client.query(`
    insert into app_user (user_id, user_name, first_name, last_name, email, is_admin, is_manager, is_mc_admin, management_company_id) overriding system value values
      (1, 'agency.admin', 'Agency', 'Admin', 'agency.admin@agency.example', true, true, false, null),
      (2, 'agency.write', 'Agency', 'Write', 'agency.write@agency.example', false, false, false, null),
      (3, 'agency.read', 'Agency', 'Read', 'agency.read@agency.example', false, false, false, null),
      (4, 'company.admin', 'Company', 'Admin', 'company.admin@one.example', false, false, true, 1),
      (5, 'company.writer', 'Company', 'Writer', 'company.writer@one.example', false, false, false, 1),
      (6, 'company.reader', 'Company', 'Reader', 'company.reader@one.example', false, false, false, 1),
      (7, 'other.user', 'Other', 'User', 'other.user@two.example', false, false, false, 2),
      (8, 'global.admin', 'Global', 'Admin', 'global.admin@two.example', false, false, false, 2),
      (9, 'agency.manager', 'Agency', 'Manager', 'agency.manager@agency.example', false, true, false, null),
      (10, 'agency.second', 'Agency', 'Second', 'agency.second@agency.example', false, false, false, null),
      (11, 'former.user', 'Former', 'User', 'former.user@three.example', false, false, false, 3);
    insert into user_role values (1, 1), (2, 1), (3, 2), (4, 4), (5, 3), (6, 3), (7, 3), (8, 3), (9, 1), (10, 1), (11, 3);
    insert into user_property (user_id, property_id, is_main) values (5, 1, false), (5, 2, false), (6, 1, false), (7, 4, false), (7, 5, false), (11, 5, false);
    insert into permission (user_id, property_id, key, read, write) values
      (5, 1, 'Replacement_Reserve', true, true), (5, 2, 'Replacement_Reserve', true, false), (5, 2, 'Occupancy', true, true),
      (6, 1, 'Replacement_Reserve', true, false), (7, 4, 'Replacement_Reserve', true, true), (7, 5, 'Replacement_Reserve', true, true), (8, 4, 'Global_Admin', true, true),
      (11, 5, 'Replacement_Reserve', true, false);
  `)
  await client.query('insert into user_secret (user_id, password_hash) select user_id, $1 from app_user', [
    passwordHash,
  ])
  for (const [table, key] of Object.entries(identities)) {
    await client.query(`select setval(pg_get_serial_sequence('${table}', '${key}'), 100)`)
  }
  await client.query('commit')
}

/** Tables whose ids the fixture sets, with their keys. Rows that tests create get ids from 101. */
const identities = {
  region: 'region_id',
  county: 'county_id',
  federal_type: 'federal_type_id',
  room_type: 'room_type_id',
  management_company: 'management_company_id',
  property: 'property_id',
  property_room_type: 'project_room_type_id',
  contact: 'contact_id',
  vendor: 'vendor_id',
  reserve_account: 'reserve_account_id',
  app_user: 'user_id',
} as const
