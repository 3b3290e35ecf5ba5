import { type RawBuilder, sql } from 'kysely'
import { createDecisionAttachments } from '#core/correspondence/letters/server/index.ts'
import { sendEventMail } from '#core/correspondence/mailTemplates/server/index.ts'
import { holidayDatesSql } from '#core/platform/holidays/server/index.ts'
import { loadRecordPeople } from '#core/portfolio/contacts/server/index.ts'
import { isAgency } from '#kernel/model/access.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { Recipient } from '#kernel/server/outbox.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { type MailEvent, outcomes } from '../model/mails.ts'
import { openPath } from '../model/review.ts'
import { type CommonRecordRow, getReviewKey } from '../model/reviewed.ts'
import type { AnyRow, Kit } from './kit.ts'
import { getReviewClock, loadTurnaround, workingDayAmong } from './reviewClock.ts'

/**
 * Mails everyone concerned about an event of a record. The mail says what happened and links to the record;
 * it has no data of households or bank accounts.
 */
export async function mailAbout(
  context: AnyContext,
  kit: Kit,
  row: AnyRow,
  event: MailEvent,
  mailLines: readonly string[] = [],
  attaching = true,
): Promise<void> {
  const { review, server } = kit
  const days = event === 'submitted' ? await loadTurnaround(context, review) : null
  const {
    subject: about,
    of: findRecipients,
    facts,
  } = await loadRecordPeople(context, row, storedFactsSql(kit, row, days !== null))
  const queue = await context.settings.get(review.settings.queue)
  const concerned = (await server.concerned?.(context, row)) ?? []
  const getRecipients = (part: string): Recipient[] => {
    if (part === 'queue') return queue ? [{ email: queue, name: review.entity.label }] : []
    return part === 'concerned' ? concerned : findRecipients(part)
  }
  const id = getReviewKey(review.entity, row)
  const decided = event === 'approved' || event === 'denied'
  const status = decided ? review.labelOf(row.statusId, null).toLowerCase() : null
  await sendEventMail(context, {
    event: `${review.name}.${event}`,
    entity: review.flow.entity,
    rowId: id,
    propertyId: row.propertyId ?? null,
    attachments:
      decided && attaching && review.letters
        ? await createDecisionAttachments(context, review.flow.entity, id)
        : [],
    recipientsOf: getRecipients,
    values: {
      record: review.entity.label,
      number: review.numberOf(id),
      about,
      outcome: event === 'submitted' && row.reSubmitted ? 'resubmitted' : (status ?? outcomes[event]),
      details: mailLines.filter(Boolean).join('\n\n'),
      ...buildRecordFacts(context, row, days, facts),
      noun: review.noun,
      link: `${context.services.config.publicUrl}/#${openPath(review, row)}`,
    },
  })
}

type StoredFacts = { amount: number | null; holidays: string[] | null }

/** SQL: the requested amount of a record if its subject has one, and the holidays if a day is promised. */
const storedFactsSql = (
  { review: { entity }, server }: Kit,
  row: AnyRow,
  isPromised: boolean,
): RawBuilder<StoredFacts> => sql`
  select json_build_object('amount', ${server.amount ?? sql`null`}::float8, 'holidays',
  ${isPromised ? holidayDatesSql : sql`null`})
  from ${sql.table(entity.table)} r
  where ${sql.ref(`r.${snakeCase(entity.key)}`)} = ${getReviewKey(entity, row)}`

/**
 * Builds the facts of a record in a mail: the requested amount, the day promised for the decision, and the
 * person who acted. `row` is the record after the step, and `days` the promised number of days.
 */
function buildRecordFacts(context: AnyContext, row: AnyRow, days: number | null, facts: StoredFacts | null) {
  const { actor, services } = context
  const agency = services.config.agencyName
  const workingDay = workingDayAmong(new Set(facts?.holidays ?? []))
  const promisedBy = days === null ? null : getReviewClock(context, row, { days, workingDay }).promisedBy
  const amount = facts?.amount ? formatMoney(facts.amount) : ''
  const promised = formatDate(promisedBy, 'MM/DD/YYYY')
  const name = actor.name && isAgency(actor) ? `${actor.name}, ${agency}` : actor.name
  const lines = [
    amount && `Amount asked for: ${amount}`,
    promised && `Decision promised by ${promised}`,
    name && `By: ${name}`,
  ]
  return { facts: lines.filter(Boolean).join('\n'), amount, promised, by: name, agency }
}

/**
 * Sends a mail about a record that is not about a step of its review. The number, the property or company,
 * and the link are available in the template in addition to `values`.
 */
export async function loadReviewMail(
  context: AnyContext,
  { kit: { review } }: { kit: Kit },
  row: CommonRecordRow,
  event: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const { subject: about, of: getReviewRecipients } = await loadRecordPeople(context, row)
  const id = getReviewKey(review.entity, row)
  const link = `${context.services.config.publicUrl}/#${openPath(review, row)}`
  await sendEventMail(context, {
    event,
    entity: review.flow.entity,
    rowId: id,
    propertyId: row.propertyId ?? null,
    recipientsOf: getReviewRecipients,
    values: { number: review.numberOf(id), about, link, ...values },
  })
}
