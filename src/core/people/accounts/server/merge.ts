import { sql } from 'kysely'
import { type CompanyRecords, rowsOfCompany } from '#core/people/companies/server/index.ts'

const personSql = (alias: string) => sql`coalesce(nullif(trim(${sql.ref(`${alias}.first_name`)} || ' ' ||
  ${sql.ref(`${alias}.last_name`)}), ''), ${sql.ref(`${alias}.user_name`)})`

/**
 * Moves the people of a merged company to the other one. Two accounts of one person are reported as a
 * conflict, and both remain.
 */
export const usersOfCompany: CompanyRecords = {
  ...rowsOfCompany('Users', 'management_company_user'),
  move: async ({ db }, from, into) => {
    await sql`update app_user set management_company_id = ${into}
      where management_company_id = ${from}`.execute(db)
    // Removes the merged company from people who also work for the other one.
    await sql`delete from management_company_user where management_company_id = ${from}
      and user_id = any (kernel.people_of(${into}))`.execute(db)
  },
  conflicts: (from, into) => sql<string[] | null>`(
    select array_agg(sentence order by sentence) from (
      select format('%s has a user in both companies: %s and %s. Both stay.', ${personSql('a')}, a.user_name,
      b.user_name) as sentence
      from app_user a join app_user b on b.user_id = any (kernel.people_of(${into}))
      and b.user_id <> a.user_id
        and (lower(b.email) = lower(a.email) or lower(${personSql('b')}) = lower(${personSql('a')}))
      where a.user_id = any (kernel.people_of(${from})) and a.active) each)`,
}

/** Only counts the permissions of the users: they move with their users, so nothing is written. */
export const permissionsOfCompany: CompanyRecords = {
  label: 'Permissions of its users',
  count: (from) => sql<number>`(select count(*)::integer from permission
    where user_id = any (kernel.people_of(${from})))`,
}
