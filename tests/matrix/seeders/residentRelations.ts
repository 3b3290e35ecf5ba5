import { seal } from '#core/portfolio/households/server/index.ts'
import { properties } from '#tests/fixture.ts'
import type { Seeder } from '../seeders.ts'

/**
 * Seeds a matter that the company was asked about, a matter that was not sent, and for property A the right
 * of an agency user to read residents' data.
 */
export const seed: Seeder = async (owner, { propertyId, companyId, marker }) => {
  if (propertyId === properties.a)
    await owner.query(
      'insert into resident_data_reader (user_id, granted_by) values (3, 1) on conflict do nothing',
    )
  await owner.query(
    `insert into resident_relations (property_id, resident_relations_issue_type_id, status_id, received_on, channel, resident_name, unit, description, name_shared,
        due_at, question, management_company_id, sent_at, created_by_id)
      values ($1, 1, 3, '2020-02-03', 'Phone', $3, $4, $5, true, '2099-03-04', $2, $6, '2020-02-04', 2),
        ($1, 2, 1, '2020-02-05', 'Web', $3, $4, $5, false, '2099-03-04', null, null, null, 2)`,
    [
      propertyId,
      `${marker} question`,
      seal(`${marker} resident`),
      seal(`${marker} 7`),
      seal(`${marker} words`),
      companyId,
    ],
  )
}
