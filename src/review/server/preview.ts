import { sql } from 'kysely'
import { lettersOf } from '#ground/correspondence/letters/server/index.ts'
import type { Recipient } from '#kernel/server/outbox.ts'
import { readRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { Effects } from '#kernel/server/workflow.ts'
import type { AnyDetail, AnyRow, Kit } from './kit.ts'
import { standingOn } from './standing.ts'
import { isUndo, take, type Wanted } from './steps.ts'

type Written = { recipients: Recipient[]; subject: string; bodyText: string }

/**
 * What a step would lead to: it is taken, looked at, and undone within the same transaction, so that letter, mails and
 * figures are those of the step itself; and what stands on the record that the step would undo. What stands in its way is refused as the step would be.
 */
export async function preview(
  context: AnyContext,
  kit: Kit,
  effects: Effects<AnyRow>,
  id: number,
  step: string,
  wanted: Wanted,
) {
  const { entity } = kit.review.flow
  const row = (await readRow(context, kit.review.entity, id)) as AnyRow
  const standing = isUndo(kit, row, step) ? await standingOn(context, entity, id) : []
  await context.transaction.query('savepoint preview')
  try {
    const before = await newestMail(context, entity, id)
    const known = new Set((await lettersOf(context, entity, id)).map((one) => one.letterId))
    const detail: AnyDetail = await take(context, kit, effects, id, step, { ...wanted, attaching: false })
    const letters = (await lettersOf(context, entity, id)).filter((one) => !known.has(one.letterId))
    return {
      detail,
      letter: letters[0] ?? null,
      mails: await mailsAfter(context, entity, id, before),
      seen: kit.server.figures?.(detail) ?? null,
      standing,
    }
  } finally {
    await context.transaction.query('rollback to savepoint preview')
  }
}

async function newestMail({ db }: AnyContext, entity: string, id: number): Promise<number> {
  const found = await sql<{ newest: number }>`select coalesce(max(outbox_id), 0) as newest from outbox
    where entity = ${entity} and row_id = ${id}`.execute(db)
  return found.rows[0]!.newest
}

/** The mails about a record written since, each with the names of those it goes to. */
async function mailsAfter({ db }: AnyContext, entity: string, id: number, before: number) {
  const found = await sql<Written>`select recipients, subject, body_text from outbox
    where entity = ${entity} and row_id = ${id} and outbox_id > ${before} order by outbox_id`.execute(db)
  return found.rows.map(({ recipients, subject, bodyText: text }) => ({
    to: recipients.map(({ name, email }) => name || email),
    subject,
    text,
  }))
}
