import type pg from 'pg'
import { modules } from '#app/registry.ts'
import { draftLetter, loadReviewDetail, type RegisteredReview } from '#engines/review/server/index.ts'
import { type Actor, roles } from '#kernel/model/access.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { readConfig } from '#kernel/server/config.ts'
import { Transaction } from '#kernel/server/database.ts'
import { types } from '#kernel/server/postgres/pool.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { Settings } from '#kernel/server/settings.ts'
import type { DemoContext, DemoPart } from '../demoPart.ts'

/** The number of the latest decisions of each subject that get a letter. Older letters were on paper. */
const MAX_LETTERS_PER_SUBJECT = 12
const INVENTED_NOTE = 'This letter belongs to the demonstration; what it says is invented.'

type Decision = {
  id: number
  statusId: number
  decided: Date
  decidedBy: number | null
  reason: string | null
}

const reviews = modules.flatMap((module) => (module.reviews ?? []) as readonly RegisteredReview[])

/** Loads the latest decided records of a subject that have no letter yet. */
async function loadDecisions(
  client: pg.ClientBase,
  { review }: RegisteredReview['kit'],
): Promise<Decision[]> {
  const key = snakeCase(review.entity.key)
  const { rows } = await client.query<Decision>(
    `select ${key} as id, status_id as "statusId", decided, decided_by_id as "decidedBy", decision_comment as reason
     from ${review.entity.table} r where decided is not null and property_id is not null
       and not exists (select from letter l where l.entity = $1 and l.row_id = r.${key}) order by decided desc, 1 desc limit $2`,
    [review.flow.entity, MAX_LETTERS_PER_SUBJECT],
  )
  return rows
}

/**
 * Returns the connection of the load as requests use it: one statement at a time, with dates and amounts in
 * the types of the portal.
 */
function readWithRequestTypes(client: pg.ClientBase): pg.PoolClient {
  let lastResult: Promise<unknown> = Promise.resolve()
  const query = (config: pg.QueryConfig) => {
    const result = lastResult.then(() => client.query({ ...config, types }))
    lastResult = result.catch(() => undefined)
    return result
  }
  return { query } as unknown as pg.PoolClient
}

/**
 * Builds the context in which the portal writes a letter: the time of the decision, and the person who made
 * it.
 */
function buildContext(client: pg.ClientBase, { decided, decidedBy }: Decision, manager: number): AnyContext {
  const transaction = new Transaction(readWithRequestTypes(client))
  const services = { config: readConfig({}, []), files: null as never, now: () => decided }
  const actor: Actor = {
    userId: decidedBy ?? manager,
    userName: 'agency.manager',
    name: 'Agency Manager',
    email: '',
    roles: [roles.agencyWrite],
    isAdmin: true,
    isManager: true,
    isMcAdmin: false,
    managementCompanyIds: [],
    sessionId: 0,
    scope: { read: null, write: null },
    tiedTo: [],
  }
  const request = { id: 'demonstration', address: '', agent: '' }
  const settings = new Settings(transaction, services)
  return { db: transaction.db, transaction, actor, settings, services, uploads: [], request }
}

/** Creates the letters of decisions as the portal does, each as of the day of the decision. */
async function load({ client, users }: DemoContext): Promise<void> {
  const manager = users.get('agency.manager') ?? 1
  for (const { kit } of reviews.filter((review) => review.kit.server.letters))
    for (const decision of await loadDecisions(client, kit)) {
      const kind = decision.statusId === RequestStatus.REJECTED ? 'deny' : 'approve'
      const context = buildContext(client, decision, manager)
      const detail = await loadReviewDetail(context, kit, decision.id)
      const notes = { fromStatusId: decision.statusId, checkedDetail: null }
      await draftLetter(context, kit, kind, detail, decision.reason, notes)
      await client.query(
        `update letter set created_at = $3, data = jsonb_set(data, '{body}', data -> 'body' || to_jsonb($4::text)) where entity = $1 and row_id = $2`,
        [kit.review.flow.entity, decision.id, decision.decided, INVENTED_NOTE],
      )
    }
}

/** Creates the letters of the latest decisions, after all records with decisions are loaded. */
export default {
  after: [
    ...[
      'letters',
      'contacts',
      'budget',
      'annualStatement',
      'reportCard',
      'distributionRequest',
      'operatingReserve',
    ],
    ...[
      'reserveSuspension',
      'rentIncrease',
      'rentGap',
      'insuranceClaim',
      'replacementReserve',
      'reserveCompletion',
    ],
  ],
  load,
} satisfies DemoPart
