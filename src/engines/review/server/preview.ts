import { sql } from 'kysely'
import { loadLetters } from '#core/correspondence/letters/server/index.ts'
import type { Recipient } from '#kernel/server/outbox.ts'
import { readRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { Effects } from '#kernel/server/workflow.ts'
import { loadDependentDecisions } from './dependents.ts'
import type { AnyRow, Kit, StepNotes } from './kit.ts'
import { isUndo, type StepOptions, takeReviewStep } from './steps.ts'

/** A row of the outbox. */
type OutboxMail = { recipients: Recipient[]; subject: string; bodyText: string }

/** The letter and mails that a step would send. */
type Outgoing = { letter: LetterOfRecord | null; mails: { to: string[]; subject: string; text: string }[] }
type LetterOfRecord = Awaited<ReturnType<typeof loadLetters>>[number]

/**
 * Runs a change of a record, reads the letter and the mails that it produces, and rolls the change back. So
 * the preview shows exactly the letter and mails of the step, and it is refused if the step would be.
 */
export async function previewed<Result>(
  context: AnyContext,
  entity: string,
  id: number,
  work: () => Promise<Result>,
): Promise<{ found: Result } & Outgoing> {
  await context.transaction.query('savepoint preview')
  try {
    const before = await loadNewestMailId(context, entity, id)
    const letterIds = new Set((await loadLetters(context, entity, id)).map((letter) => letter.letterId))
    const result = await work()
    const letters = (await loadLetters(context, entity, id)).filter(
      (letter) => !letterIds.has(letter.letterId),
    )
    return {
      found: result,
      letter: letters[0] ?? null,
      mails: await loadMailsAfter(context, entity, id, before),
    }
  } finally {
    await context.transaction.query('rollback to savepoint preview')
  }
}

/**
 * Previews a step: the record after it, its letter, mails and figures, and the decisions on the record that
 * remain if the step undoes it.
 */
export async function previewStep(
  context: AnyContext,
  kit: Kit,
  effects: Effects<AnyRow, StepNotes>,
  id: number,
  step: string,
  options: StepOptions,
) {
  const { entity } = kit.review.flow
  const row = (await readRow(context, kit.review.entity, id)) as AnyRow
  const decisions = isUndo(kit, row, step) ? await loadDependentDecisions(context, entity, id) : []
  const { found: detail, ...outgoing } = await previewed(context, entity, id, () =>
    takeReviewStep(context, kit, effects, id, step, { ...options, attaching: false }),
  )
  return { detail, ...outgoing, seen: kit.server.figures?.(detail) ?? null, standing: decisions }
}

/** Loads the id of the newest mail about a record; 0 without one. */
async function loadNewestMailId({ db }: AnyContext, entity: string, id: number): Promise<number> {
  const result = await sql<{ newest: number }>`select coalesce(max(outbox_id), 0) as newest from outbox
    where entity = ${entity} and row_id = ${id}`.execute(db)
  return result.rows[0]!.newest
}

/** Loads the mails about a record after the mail `before`, each with the names of its recipients. */
async function loadMailsAfter({ db }: AnyContext, entity: string, id: number, before: number) {
  const result = await sql<OutboxMail>`select recipients, subject, body_text from outbox
    where entity = ${entity} and row_id = ${id} and outbox_id > ${before} order by outbox_id`.execute(db)
  return result.rows.map(({ recipients, subject, bodyText: text }) => ({
    to: recipients.map(({ name, email }) => name || email),
    subject,
    text,
  }))
}
