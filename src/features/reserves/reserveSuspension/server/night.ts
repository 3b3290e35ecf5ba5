import { type RawBuilder, sql } from 'kysely'
import { takeAll } from '#engines/review/server/index.ts'
import { addMonths } from '#kernel/model/dates.ts'
import type { Transaction } from '#kernel/server/database.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import type { Services } from '#kernel/server/serve.ts'
import { Settings } from '#kernel/server/settings.ts'
import type { SuspensionMailEvent } from '../model/mails.ts'
import { ACTIVE } from '../model/steps.ts'
import { suspensionReviewMonths, suspensions } from '../model/suspensions.ts'
import { type MailContext, mailSuspensions, perUnitSql } from './mails.ts'

type IdRow = { id: number }

/**
 * Takes a step of the system for the active suspensions that meet an SQL condition, and mails the people
 * concerned with each.
 */
async function takeSystemStep(
  desk: MailContext,
  step: string,
  event: SuspensionMailEvent,
  condition: RawBuilder<unknown>,
) {
  const result =
    await sql<IdRow>`select r.replacement_reserve_suspension_id as id from replacement_reserve_suspension r
    where r.status_id = ${ACTIVE} and ${condition}`.execute(desk.db)
  const ids = result.rows.map((row) => row.id)
  await mailSuspensions(desk, event, await takeAll(desk.db, suspensions, step, ids))
}

/** Ends the suspensions whose approved months are over, so that deposits fall due again. */
const endTerms = (desk: MailContext) =>
  takeSystemStep(
    desk,
    'endTerm',
    'suspension.reinstated',
    sql`date_trunc('month', r.end_month) + interval '1 month' <= ${desk.settings.today()}::date`,
  )

/** Marks the suspensions whose balance per unit is below the threshold (domain 12.3). */
const breakThresholds = (desk: MailContext) =>
  takeSystemStep(
    desk,
    'breakThreshold',
    'suspension.thresholdBroken',
    sql`r.start_month <= ${desk.settings.today()}::date and ${perUnitSql} < r.threshold_per_unit`,
  )

/**
 * Mails companies after each review interval that a suspension continues. The worker that moves the next date
 * sends the mail, so two workers do not send it twice.
 */
async function mailContinuing(desk: MailContext): Promise<void> {
  const today = desk.settings.today()
  const next = addMonths(today, await desk.settings.get(suspensionReviewMonths))
  const result = await sql<IdRow>`update replacement_reserve_suspension r set next_review = ${next}
    where r.status_id = ${ACTIVE} and r.next_review <= ${today}::date
    and ${perUnitSql} >= r.threshold_per_unit
    returning r.replacement_reserve_suspension_id as id`.execute(desk.db)
  const ids = result.rows.map((row) => row.id)
  await mailSuspensions(desk, 'suspension.kept', ids)
}

const getMailContext = (transaction: Transaction, services: Services): MailContext => ({
  db: transaction.db,
  transaction,
  settings: new Settings(transaction, services),
  services,
})

/**
 * The nightly job of suspensions. It runs at 3 a.m., after interest and deposits are posted, and may run
 * again.
 */
export const suspensionNight: Job = {
  name: 'suspensions of deposits',
  due: (now, zone) => lastHour(now, zone, 3),
  run: [endTerms, breakThresholds, mailContinuing].map(
    (part) => (transaction: Transaction, services: Services) => part(getMailContext(transaction, services)),
  ),
}
