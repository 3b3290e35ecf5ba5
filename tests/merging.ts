import type { Method } from '#kernel/model/call.ts'
import type { Portal, Reply } from '#tests/portal.ts'

/** Helpers for tests that merge companies. `portal` is read at each call, so that it may be opened later. */
export function merging(portal: () => Portal) {
  let next = 1000

  /**
   * Turns off the two-person rule, so that tests about the effects of a merge need one administrator only.
   */
  const letOneMerge = () =>
    portal().owner.query(`insert into setting (key, value, effective_from)
      values ('company_merge_two_person', 'false', '2000-01-01') on conflict do nothing`)

  /**
   * Gives a company this many properties with a history since 2015, this many people with a permission each,
   * and a file.
   */
  async function addHoldings(companyId: number, properties: number, people: number): Promise<void> {
    const { owner } = portal()
    next += 100
    await owner.query(
      `with added as (
        insert into property (property_id, name, total_units, management_company_id) overriding system value
          select $2::integer + n, 'Merging ' || ($2::integer + n), 10, $1::integer from generate_series(1, $3::integer) n
          returning property_id)
      insert into management_company_project_history (property_id, management_company_id, from_date)
        select property_id, $1::integer, '2015-01-01' from added`,
      [companyId, next, properties],
    )
    await owner.query(
      `with added as (
        insert into app_user (user_id, user_name, first_name, last_name, email, management_company_id) overriding system value
          select $2::integer + n, 'merging.' || ($2::integer + n), 'Person', 'No ' || n,
            'person.' || ($2::integer + n) || '@both.example', $1::integer from generate_series(1, $3::integer) n
          returning user_id)
      insert into permission (user_id, property_id, key, read) select user_id, 1, 'Occupancy', true from added`,
      [companyId, next, people],
    )
    await owner.query(
      `insert into file (management_company_id, title, module_name, module_id, file_name, content_type, size_bytes, content_hash)
        values ($1, 'Merged', 'Company', $1, 'a.pdf', 'application/pdf', 1, 'x')`,
      [companyId],
    )
  }

  /**
   * Deletes the properties, people and files of these tests and undoes all merges. Company 14 alone is
   * inactive afterwards.
   */
  async function clear(): Promise<void> {
    await portal().owner.query(`
      delete from file where title = 'Merged';
      delete from app_user where user_id >= 1000;
      delete from property where property_id >= 1000;
      update management_company set alias_of = null, merged_at = null, status = 1 where management_company_id > 10;
      update management_company set status = 0 where management_company_id = 14`)
  }

  /**
   * Creates companies 11 to 15. Company 14 is inactive, and 11 and 12 have properties and people, whose ids
   * begin at 1000.
   */
  async function begin(): Promise<void> {
    portal().setNow(new Date('2026-11-16T18:00:00Z'))
    await clear()
    await portal().owner.query(`
      delete from management_company where management_company_id > 10;
      insert into management_company (management_company_id, name, status, default_quarter) overriding system value values
        (11, 'Alder Homes', 1, 1), (12, 'Beech Homes', 1, 2), (13, 'Elm Homes', 2, null), (14, 'Fir Homes', 0, null),
        (15, 'Gum Homes', 1, null)`)
    await addHoldings(11, 2, 2)
    await addHoldings(12, 1, 1)
  }

  const path = '/api/ManagementCompany'
  const ask = (persona: string, method: Method, tail: string, body?: unknown): Promise<Reply> =>
    portal().ask(persona, method, `${path}/${tail}`, body)
  return {
    begin,
    letOneMerge,
    clear,
    holding: addHoldings,
    merge: (into: number, from: readonly unknown[], persona = 'agency.admin') =>
      ask(persona, 'POST', `MergeManagementCompanies/${into}`, from),
    preview: (into: number, from: number, persona = 'agency.admin') =>
      ask(persona, 'GET', `GetMergePreview/${into}/${from}`),
  }
}
