import type pg from 'pg'
import { cheapHash, PASSWORD, properties } from '#tests/fixture.ts'

/**
 * More personas of the generated matrices, besides the fixture's `former.user`: `left.user` was removed from
 * company One and still has a permission that the agency granted, `former.primary` administers company Three,
 * which no longer runs a property of the fixture, and `partial.primary` is a primary user of company One with
 * permissions for one of its properties.
 */
export const furtherPeople = ['left.user', 'former.primary', 'partial.primary'] as const

/** Adds these people to a fixture. */
export async function addFurtherPeople(owner: pg.Client): Promise<void> {
  await owner.query(
    `insert into app_user (user_id, user_name, first_name, last_name, email, is_mc_admin, management_company_id) overriding system value values
      (31, 'left.user', 'Left', 'User', 'left.user@one.example', false, 1),
      (32, 'former.primary', 'Former', 'Primary', 'former.primary@three.example', true, 3),
      (33, 'partial.primary', 'Partial', 'Primary', 'partial.primary@one.example', false, 1);
    insert into user_role values (31, 3), (32, 4), (33, 4);
    insert into user_property (user_id, property_id, is_main) values (31, ${properties.b}, false), (33, ${properties.a}, false);
    insert into permission (user_id, property_id, key, read, write) values (31, ${properties.b}, 'Replacement_Reserve', true, false),
      (33, ${properties.a}, 'Replacement_Reserve', true, true), (33, ${properties.a}, 'AFS', true, false);
    update app_user set management_company_id = null where user_id = 31`,
  )
  await owner.query('insert into user_secret (user_id, password_hash) select unnest(array[31, 32, 33]), $1', [
    await cheapHash(PASSWORD),
  ])
}
