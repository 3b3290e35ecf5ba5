import { properties } from '#tests/fixture.ts'
import type { Seeder } from '../seeders.ts'

/**
 * Seeds a message to a company user of the property. For property A it also adds a banner, which everybody
 * sees.
 */
export const seed: Seeder = async (owner, { propertyId, marker }) => {
  const reader = propertyId === properties.d ? 7 : 5
  await owner.query(
    `insert into task_message (property_id, task_name, message, url, user_id, notify_user_id)
      values ($1, $2 || ' task', $2 || ' message', '/Projects', 2, $3)`,
    [propertyId, marker, reader],
  )
  if (propertyId !== properties.a) return
  await owner.query(
    `insert into header_message (message, "from", "to", user_id) values ('<p>Office closed</p>', current_date - 1, current_date + 30, 1)`,
  )
}
