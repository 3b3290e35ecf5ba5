import type pg from 'pg'
import type { DemoPart } from '../demoPart.ts'

/** The messages: sender, recipient, subject, text, age in hours, and whether the message was read. */
const messages = [
  [
    'agency.write',
    'company.user',
    'Invoice',
    'The second invoice of your request cannot be read. Could you add a better copy?',
    50,
    true,
  ],
  [
    'company.user',
    'agency.write',
    'Invoice',
    'Thank you for telling me; the new copy is there now.',
    40,
    true,
  ],
  [
    'agency.write',
    'company.user',
    'Roof',
    'Please say in a comment which building the roof belongs to.',
    20,
    false,
  ],
  ['company.admin', 'company.user', 'Deadline', 'Can you finish the request this week?', 10, false],
  [
    'company.user',
    'agency.manager',
    'Approval',
    'Is there anything we can add to help with the decision?',
    5,
    false,
  ],
] as const

/**
 * Loads messages about a property of the company's user. `evening` is the time from which the hours are
 * counted back.
 */
async function loadMessages(
  client: pg.ClientBase,
  users: ReadonlyMap<string, number>,
  evening: string,
): Promise<void> {
  const result = await client.query<{ id: number }>(
    `select min(property_id) as id from permission where user_id = $1 and key = 'Replacement_Reserve' and write`,
    [users.get('company.user')],
  )
  const propertyId = result.rows[0]?.id ?? null
  for (const [from, to, about, message, hours, read] of messages)
    await client.query(
      `insert into task_message (property_id, task_name, message, url, user_id, notify_user_id, sent_at, read_at)
       values ($1, $2, $3, $4, $5, $6, $9::timestamptz - make_interval(hours => $7), case when $8::boolean then $9::timestamptz - make_interval(hours => $7 - 1) end)`,
      [
        propertyId,
        about,
        message,
        `/ReplacementReserveList/${propertyId}`,
        users.get(from),
        users.get(to),
        hours,
        read,
        evening,
      ],
    )
}

/** Loads two banners, and messages between the agency and a company. */
export default {
  after: ['people'],
  load: async ({ client, users, day }) => {
    await client.query(
      `insert into header_message (message, "from", "to", user_id) values
        ('<p><strong>Demonstration.</strong> Names, amounts and texts of requests are invented; properties come from public lists.</p>', $1::date - 7, $1::date + 365, $2),
        ('<p>The portal rests on the first Sunday of next month from 6 to 8 in the morning.</p>', (date_trunc('month', $1::date) + interval '1 month')::date, (date_trunc('month', $1::date) + interval '1 month 6 days')::date, $2)`,
      [day, users.get('agency.manager')],
    )
    await loadMessages(client, users, `${day}T21:00:00Z`)
  },
} satisfies DemoPart
