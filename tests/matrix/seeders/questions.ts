import type { Seeder } from '../seeders.ts'

/**
 * Seeds an answered question about a request of the property. Because it is answered, the request can still
 * take every step and be asked about again.
 */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  await owner.query(
    `insert into record_question (kind, record_id, property_id, question, due_date, asked_by, asked_on, answer, answered_by, answered_at, closed_on)
      select 'reserve', max(replacement_reserve_request_id), $1, $2 || ' question', current_date + 10, 2, current_date,
        $2 || ' answer', 5, now(), current_date
      from replacement_reserve_request where property_id = $1`,
    [propertyId, marker],
  )
}
