import { type RawBuilder, sql } from 'kysely'
import { addMonths } from '#kernel/model/dates.ts'
import type { Transaction } from '#kernel/server/database.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import type { Services } from '#kernel/server/serve.ts'
import { Settings } from '#kernel/server/settings.ts'
import { takeAll } from '#review/server/index.ts'
import type { SuspensionEvent } from '../model/mails.ts'
import { ACTIVE } from '../model/steps.ts'
import { suspensionReviewMonths, suspensions } from '../model/suspensions.ts'
import { type Desk, mailSuspensions, perUnitByKey } from './mails.ts'

type Found = { id: number }

/**
 * Takes a step of the system for the active suspensions that a condition finds, and mails those it was taken
 * for.
 */
async function takeNightly(desk: Desk, step: string, event: SuspensionEvent, condition: RawBuilder<unknown>) {
  const result =
    await sql<Found>`select r.replacement_reserve_suspension_id as id from replacement_reserve_suspension r
    where r.status_id = ${ACTIVE} and ${condition}`.execute(desk.db)
  const ids = result.rows.map((row) => row.id)
  await mailSuspensions(desk, event, await takeAll(desk.db, suspensions, step, ids))
}

/** The approved months are over: deposits fall due again by themselves. */
const endTerms = (desk: Desk) =>
  takeNightly(
    desk,
    'endTerm',
    'suspension.reinstated',
    sql`date_trunc('month', r.end_month) + interval '1 month' <= ${desk.settings.today()}::date`,
  )

/** Domain 12.3: balance per unit below what must remain. */
const breakThresholds = (desk: Desk) =>
  takeNightly(
    desk,
    'breakThreshold',
    'suspension.thresholdBroken',
    sql`r.start_month <= ${desk.settings.today()}::date and ${perUnitByKey} < r.threshold_per_unit`,
  )

/**
 * Mails companies after each review interval that a suspension continues. The worker that moves the next date
 * sends the mail, so two workers do not send it twice.
 */
async function mailContinued(desk: Desk): Promise<void> {
  const today = desk.settings.today()
  const next = addMonths(today, await desk.settings.get(suspensionReviewMonths))
  const result = await sql<Found>`update replacement_reserve_suspension r set next_review = ${next}
    where r.status_id = ${ACTIVE} and r.next_review <= ${today}::date
    and ${perUnitByKey} >= r.threshold_per_unit
    returning r.replacement_reserve_suspension_id as id`.execute(desk.db)
  const ids = result.rows.map((row) => row.id)
  await mailSuspensions(desk, 'suspension.kept', ids)
}

const getDesk = (transaction: Transaction, services: Services): Desk => ({
  db: transaction.db,
  transaction,
  settings: new Settings(transaction, services),
  services,
})

/** Every night at three, after interest and deposits were posted. Safe to run again. */
export const suspensionNight: Job = {
  name: 'suspensions of deposits',
  due: (now, zone) => lastHour(now, zone, 3),
  run: [endTerms, breakThresholds, mailContinued].map(
    (part) => (transaction: Transaction, services: Services) => part(getDesk(transaction, services)),
  ),
}
