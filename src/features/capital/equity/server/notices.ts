import { sql } from 'kysely'
import { loadMailWriter } from '#core/correspondence/mailTemplates/server/index.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { distinctRecipients, type Mail, type Recipient, sendMails } from '#kernel/server/outbox.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { NoticeOutcome } from '../model/calls.ts'
import { noticeMail } from '../model/mails.ts'
import { type EquityProperty, type FigureRow, loadEquityProperties } from './facts.ts'
import { lockEquityUpdates } from './update.ts'
import { getEquityViews } from './views.ts'

type Contacts = ReadonlyMap<number, readonly (Recipient & { part: string })[]>

/** Loads the contacts of properties with mail addresses, each with its contact type (`part`). */
async function loadContacts({ db }: AnyContext, ids: readonly number[]): Promise<Contacts> {
  const result = await sql<{ propertyId: number; part: string; email: string; name: string }>`
    select k.property_id, k.contact_type_id::text as part, c.email, c.name from property_contact k
    join contact c using (contact_id)
    where k.property_id = any (${[...ids]}::integer[]) and c.active and c.email is not null
      and not kernel.contact_left(c.contact_id, k.property_id)`.execute(db)
  return Map.groupBy(result.rows, (row) => row.propertyId)
}

type WrittenMail = NonNullable<ReturnType<Awaited<ReturnType<typeof loadMailWriter>>>>
/** The notice of a property: its figure and mail, and a reason if it cannot be sent. */
type Notice = {
  property: EquityProperty
  figure: FigureRow | null
  mail: WrittenMail | null
  sentAt: string | null
  reason: string | null
}

/** Returns a sentence why a property is not notified, or null if it can be. */
function getObstacle(
  figure: FigureRow | null,
  sentAt: string | null,
  mail: WrittenMail | null,
  year: number,
): string | null {
  if (figure === null || figure.equity === null) return `There is no equity figure of ${year}.`
  if (figure.discretion === 'For the commission')
    return 'The commission has not decided on loans that were paid off.'
  if (sentAt) return 'It was notified already.'
  if (!mail) return 'The agency lets this mail not go out.'
  return mail.recipients.length === 0 ? 'The property has no one to write to.' : null
}

/** Builds the notice of each property for a year, sendable or not. */
async function loadNotices(
  context: AnyContext,
  year: number,
  properties: readonly EquityProperty[],
): Promise<Notice[]> {
  const write = await loadMailWriter(context, noticeMail.event)
  const contacts = await loadContacts(
    context,
    properties.map((property) => property.propertyId),
  )
  return properties.map((property): Notice => {
    const { propertyId } = property
    const view = getEquityViews(property).find((equityView) => equityView.figure.year === year)
    const figure = view?.figure ?? null
    const sentAt = view?.notice?.sentAt ?? null
    const notCounted = figure?.discretion === 'Not counted' && figure.principalHeld > 0
    const values = {
      property: property.propertyName,
      year: String(year),
      formula: view?.formula ?? '',
      equity: formatMoney(figure?.equity ?? 0),
      allowed: formatMoney(figure?.allowedDistribution ?? 0),
      held: notCounted
        ? `By decision of the commission ${formatMoney(figure.principalHeld)} does not count.`
        : '',
      link: `${context.services.config.publicUrl}/#/EditProject/${propertyId}?tab=Loans`,
    }
    const mail = write(values, (part) =>
      (contacts.get(propertyId) ?? [])
        .filter((item) => item.part === part)
        .map(({ email, name }) => ({ email, name })),
    )
    return { property: property, figure, mail, sentAt, reason: getObstacle(figure, sentAt, mail, year) }
  })
}

/** Records the notices and sends their mails. */
async function sendNotices(
  context: AnyContext,
  year: number,
  sendableNotices: readonly Notice[],
): Promise<void> {
  const rows = sendableNotices.map(({ property: found, figure, mail }) => ({
    property_id: found.propertyId,
    year,
    recipients: distinctRecipients(mail!.recipients).length,
    equity: figure!.equity,
    allowed_distribution: figure!.allowedDistribution,
  }))
  await sql`insert into equity_notice (property_id, year, recipients, equity, allowed_distribution, sent_at,
    sent_by_id)
    select r.*, ${context.services.now().toISOString()}::timestamptz, ${context.actor.userId}::integer
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (property_id integer, year integer,
    recipients integer, equity numeric, allowed_distribution numeric)`.execute(context.db)
  const getMailSubject = ({ property: found, figure }: Notice) => ({
    event: noticeMail.event,
    propertyId: found.propertyId,
    entity: 'EquityFigure',
    rowId: figure!.equityFigureId,
  })
  await sendMails(
    context,
    sendableNotices.map((notice): Mail => ({ ...getMailSubject(notice), ...notice.mail! })),
  )
}

type NotifyContext = AnyContext & {
  query: { preview?: boolean }
  body: { year?: number; propertyIds?: number[] }
}

/** Loads the latest year with figures, for a call that names no year. */
async function loadLatestYear({ db }: AnyContext): Promise<number> {
  const { rows } = await sql<{ year: number | null }>`select max(year) as year from equity_figure`.execute(db)
  return rows[0]?.year ?? refuse.conflict('No property has an equity figure yet.')
}

/**
 * Notifies properties of their equity figure of a year, or in a preview returns the recipients. It waits for
 * other equity updates, so that each notice is sent once.
 */
export async function notifyProperties(context: NotifyContext): Promise<NoticeOutcome> {
  const { propertyIds = null } = context.body
  await lockEquityUpdates(context)
  const year = context.body.year ?? (await loadLatestYear(context))
  const properties = await loadEquityProperties(context, propertyIds)
  if (propertyIds && properties.length < new Set(propertyIds).size) refuse.notFound('This property')
  const allNotices = await loadNotices(context, year, properties)
  // Without named properties, a missing figure is not reported as a fault.
  const notices = propertyIds ? allNotices : allNotices.filter((notice) => notice.figure !== null)
  const going = notices.filter((notice) => notice.reason === null)
  const preview = context.query.preview ?? false
  if (!preview && going.length > 0) await sendNotices(context, year, going)
  const sample = (going[0] ?? notices[0])?.mail
  return {
    properties: notices.map(
      ({ property: { propertyId, propertyName, agencyNumber }, figure, mail, sentAt, reason }) => ({
        propertyId,
        propertyName,
        agencyNumber,
        sentAt,
        reason,
        equity: figure?.equity ?? null,
        allowedDistribution: figure?.allowedDistribution ?? null,
        recipients: distinctRecipients(mail?.recipients ?? []).map((recipient) => recipient.email),
      }),
    ),
    sent: preview ? 0 : going.length,
    subject: sample?.subject ?? '',
    text: sample?.text ?? '',
  }
}
