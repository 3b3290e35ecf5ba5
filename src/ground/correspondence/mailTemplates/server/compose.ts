import { escapeHtml } from '#ground/correspondence/outbox/model/index.ts'
import { cleanHtml, getOutboxPage, objectionsTo } from '#ground/correspondence/outbox/server/index.ts'
import { today } from '#kernel/model/dates.ts'
import type { Transaction } from '#kernel/server/database.ts'
import { notify } from '#kernel/server/events.ts'
import { type Mail, type MailFile, sendMails } from '#kernel/server/outbox.ts'
import type { Services } from '#kernel/server/serve.ts'
import { Settings } from '#kernel/server/settings.ts'
import { type Content, fillContent, getMailTemplateText, missingValues } from '../model/content.ts'
import { getMailTemplateValues, type MailFacts, type PropertyFacts } from '../model/placeholders.ts'
import { type Found, loadMailTemplateFacts } from './audience.ts'

/** The services for making a mail, in a request and in a job alike. */
export type Maker = { transaction: Transaction; services: Services }

/** A mail as it reads. `missing` names placeholders without a value. */
export type Composed = { subject: string; html: string; text: string; missing: string[] }

/** Puts the values for one recipient into the words of a mail. */
export function compose(
  { services }: Pick<Maker, 'services'>,
  content: Content,
  name: string,
  properties: readonly PropertyFacts[],
): Composed {
  const { config } = services
  const facts: MailFacts = {
    recipientName: name,
    today: today(config.agencyZone, services.now()),
    agencyName: config.agencyName,
    agencyShortName: config.agencyShortName,
    portalAddress: config.publicUrl,
    properties,
    own: content.own ?? [],
  }
  const values = getMailTemplateValues(content.kind, facts)
  const { subject, html: filled } = fillContent(content, values)
  // Cleaned a second time, because a filled-in value may be part of a link's address.
  const html = withFullLinks(cleanHtml(filled), config.publicUrl)
  return { subject, html, text: getMailTemplateText(html), missing: missingValues(content, values) }
}

/** Links within the portal work from a mail, too. */
const withFullLinks = (html: string, publicUrl: string): string =>
  html.replaceAll(
    /href="(#?\/)/g,
    (_, start: string) => `href="${publicUrl}${start.startsWith('#') ? `/${start}` : start}`,
  )

const getPlain = ({ config }: Services, text: string): string =>
  `${text}\n\n--\n${[config.agencyName, ...config.agencyAddress, config.publicUrl].join('\n')}\n`

type Batch = {
  content: Content
  recipients: readonly Found[]
  attachments: readonly MailFile[]
  event: string
  emailId: number
  /** The person who is notified of the progress. */
  sender: number | null
}

/**
 * Puts one mail per recipient into the outbox with one statement and marks the mailing as sent. A mail about
 * a single property is entered in the property's log.
 */
export async function sendBatch(maker: Maker, batch: Batch): Promise<void> {
  const { transaction, services } = maker
  const propertyIds = [...new Set(batch.recipients.flatMap((recipient) => recipient.properties))]
  const facts =
    batch.content.kind === 'Person'
      ? new Map<number, PropertyFacts>()
      : await loadMailTemplateFacts(transaction, propertyIds)
  const objections = await objectionsTo(new Settings(transaction, services), services.config)
  const closing = `Where the law lets you choose, you can ask for no more mails like this one: write to ${objections}.`
  const mails = batch.recipients.map(({ email, name, properties }): Mail => {
    const concerned = new Set(properties)
    const about = [...facts.values()].filter((propertyFacts) => concerned.has(propertyFacts.propertyId))
    return {
      event: batch.event,
      recipients: [{ email, name }],
      ...mailParts(services, appendLine(compose(maker, batch.content, name, about), closing)),
      attachments: batch.attachments,
      propertyId: properties.length === 1 ? properties[0]! : null,
      emailId: batch.emailId,
    }
  })
  await sendMails(maker, mails)
  await transaction.query('update email set sent_at = $2, total = $3, text_body = $4 where email_id = $1', [
    batch.emailId,
    services.now().toISOString(),
    mails.length,
    getMailTemplateText(batch.content.body),
  ])
  if (batch.sender !== null) await notify(maker, { userId: batch.sender, topic: 'email' })
}

/** A mail with a last line of its own. */
const appendLine = (composed: Composed, line: string): Composed => ({
  ...composed,
  html: `${composed.html}<p><small>${escapeHtml(line)}</small></p>`,
  text: `${composed.text}\n\n${line}`,
})

/** Subject, plain text and HTML of a mail as it is sent. */
export const mailParts = (services: Services, composed: Composed) => ({
  subject: composed.subject,
  text: getPlain(services, composed.text),
  html: getOutboxPage(services, composed.html),
})
