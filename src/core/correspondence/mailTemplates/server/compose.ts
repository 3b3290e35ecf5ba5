import { escapeHtml } from '#core/correspondence/outbox/model/index.ts'
import { buildMailPage, cleanHtml, loadObjectionsAddress } from '#core/correspondence/outbox/server/index.ts'
import { today } from '#kernel/model/dates.ts'
import type { Transaction } from '#kernel/server/database.ts'
import { notify } from '#kernel/server/events.ts'
import { type Mail, type MailFile, sendMails } from '#kernel/server/outbox.ts'
import type { Services } from '#kernel/server/serve.ts'
import { Settings } from '#kernel/server/settings.ts'
import { convertHtmlToText, fillContent, getMissingPlaceholders, type MailContent } from '../model/content.ts'
import { getMailTemplateValues, type MailFacts, type PropertyFacts } from '../model/placeholders.ts'
import { loadPropertyFacts, type MailRecipient } from './audience.ts'

/** The transaction and services for making a mail, from a request or a job. */
export type MailContext = { transaction: Transaction; services: Services }

/** A mail with its placeholders filled. `missing` are the placeholders without a value. */
export type ComposedMail = { subject: string; html: string; text: string; missing: string[] }

/** Fills the placeholders of a mail for one recipient. */
export function composeMail(
  { services }: Pick<MailContext, 'services'>,
  content: MailContent,
  name: string,
  properties: readonly PropertyFacts[],
): ComposedMail {
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
  // Clean the HTML a second time because a filled-in value may be part of a link's address.
  const html = makeLinksAbsolute(cleanHtml(filled), config.publicUrl)
  return { subject, html, text: convertHtmlToText(html), missing: getMissingPlaceholders(content, values) }
}

/** Makes links within the portal absolute, so that they work in a mail. */
const makeLinksAbsolute = (html: string, publicUrl: string): string =>
  html.replaceAll(
    /href="(#?\/)/g,
    (_, start: string) => `href="${publicUrl}${start.startsWith('#') ? `/${start}` : start}`,
  )

const addTextFooter = ({ config }: Services, text: string): string =>
  `${text}\n\n--\n${[config.agencyName, ...config.agencyAddress, config.publicUrl].join('\n')}\n`

type Batch = {
  content: MailContent
  recipients: readonly MailRecipient[]
  attachments: readonly MailFile[]
  event: string
  emailId: number
  /** The user who is notified of the progress. */
  sender: number | null
}

/**
 * Puts one mail for each recipient into the outbox, in one statement, and marks the bulk mail as sent. A mail
 * about a single property refers to it.
 */
export async function sendBulkMail(maker: MailContext, batch: Batch): Promise<void> {
  const { transaction, services } = maker
  const propertyIds = [...new Set(batch.recipients.flatMap((recipient) => recipient.properties))]
  const facts =
    batch.content.kind === 'Person'
      ? new Map<number, PropertyFacts>()
      : await loadPropertyFacts(transaction, propertyIds)
  const objections = await loadObjectionsAddress(new Settings(transaction, services), services.config)
  const closing = `Where the law lets you choose, you can ask for no more mails like this one: write to ${objections}.`
  const mails = batch.recipients.map(({ email, name, properties }): Mail => {
    const concernedIds = new Set(properties)
    const about = [...facts.values()].filter((propertyFacts) => concernedIds.has(propertyFacts.propertyId))
    return {
      event: batch.event,
      recipients: [{ email, name }],
      ...getMailParts(services, appendLine(composeMail(maker, batch.content, name, about), closing)),
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
    convertHtmlToText(batch.content.body),
  ])
  if (batch.sender !== null) await notify(maker, { userId: batch.sender, topic: 'email' })
}

/** Appends a line to a mail in small print. */
const appendLine = (composed: ComposedMail, line: string): ComposedMail => ({
  ...composed,
  html: `${composed.html}<p><small>${escapeHtml(line)}</small></p>`,
  text: `${composed.text}\n\n${line}`,
})

/** Returns the subject, plain text and HTML of a mail as it is sent. */
export const getMailParts = (services: Services, composed: ComposedMail) => ({
  subject: composed.subject,
  text: addTextFooter(services, composed.text),
  html: buildMailPage(services, composed.html),
})
