import { type RawBuilder, sql } from 'kysely'
import { loadMailWriter } from '#core/correspondence/mailTemplates/server/index.ts'
import { loadRecordPeople } from '#core/portfolio/contacts/server/index.ts'
import { openPath } from '#engines/review/model/index.ts'
import { addMonths, formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { sendMails } from '#kernel/server/outbox.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { SuspensionMailEvent } from '../model/mails.ts'
import { suspensions } from '../model/suspensions.ts'

/** The parts of a context that a call and a nightly job both have. */
export type MailContext = Pick<AnyContext, 'db' | 'transaction' | 'settings' | 'services'>

/**
 * SQL: the balance per unit in dollars of the replacement reserve of suspension `r`’s property, rounded to
 * the cent. Null if the property has no units.
 */
export const perUnitSql: RawBuilder<number | null> = sql`(
  select round(coalesce(sum(e.amount), 0) / nullif(p.total_units, 0), 2)
  from property p join reserve_account a on a.property_id = p.property_id and a.kind = 'Replacement reserve'
  and a.closed_on is null
  left join reserve_entry e on e.reserve_account_id = a.reserve_account_id
  where p.property_id = r.property_id group by a.reserve_account_id, p.total_units
  order by a.reserve_account_id limit 1)`

type SuspensionFacts = {
  replacementReserveSuspensionId: number
  propertyId: number
  filedCompanyId: number | null
  submittedById: number | null
  reviewerId: number | null
  thresholdPerUnit: number | null
  endMonth: string
  restartMonth: string | null
  perUnit: number | null
}

/**
 * Returns the first month with deposits again: the restart month if deposits were reinstated early, otherwise
 * the month after the last suspended one.
 */
const getRestartMonth = ({
  endMonth,
  restartMonth,
}: Pick<SuspensionFacts, 'endMonth' | 'restartMonth'>): string =>
  restartMonth ?? addMonths(`${endMonth.slice(0, 7)}-01`, 1)

/** Sends a mail about each of these suspensions to the people concerned with it. */
export async function mailSuspensions(
  desk: MailContext,
  event: SuspensionMailEvent,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const result = await sql<SuspensionFacts>`
    select r.replacement_reserve_suspension_id, r.property_id, r.filed_company_id, r.submitted_by_id,
    r.reviewer_id,
      r.threshold_per_unit, coalesce(r.end_month, ${desk.settings.today()}::date) as end_month,
      r.restart_month, ${perUnitSql} as per_unit
    from replacement_reserve_suspension r
    where r.replacement_reserve_suspension_id = any (${[...ids]}::integer[]) order by 1`.execute(desk.db)
  const write = await loadMailWriter(desk, event)
  const mails = []
  for (const row of result.rows) {
    const recipients = await loadRecordPeople(desk, row)
    const rowId = row.replacementReserveSuspensionId
    const values = {
      number: suspensions.numberOf(rowId),
      about: recipients.subject,
      perUnit: formatMoney(row.perUnit),
      threshold: formatMoney(row.thresholdPerUnit),
      through: formatDate(row.endMonth, 'MM/DD/YYYY'),
      from: formatDate(getRestartMonth(row), 'MM/DD/YYYY'),
      link: `${desk.services.config.publicUrl}/#${openPath(suspensions, row)}`,
    }
    const mail = write(values, recipients.of)
    if (mail)
      mails.push({ event, entity: suspensions.flow.entity, rowId, propertyId: row.propertyId, ...mail })
  }
  await sendMails(desk, mails)
}
