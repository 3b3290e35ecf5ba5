import { sql } from 'kysely'
import { agencyDay, formatDate } from '#kernel/model/dates.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type MailFile, type Recipient, sendMail } from '#kernel/server/outbox.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { getLetterRegister, MAX_REGISTER_LINES, type RegisterLine, resendLetter } from '../model/calls.ts'
import type { LetterData } from '../model/letter.ts'
import { findLetterhead } from './letterhead.ts'
import { loadLetter } from './letters.ts'
import { createLetterAttachment } from './pdf.ts'

type StoredLetter = { title: string; createdAt: string; data: Record<string, unknown> }

/** Makes the PDF of a stored letter with the letterhead and date that it was sent with. */
async function createAttachment(
  context: AnyContext,
  { title, createdAt, data }: StoredLetter,
): Promise<MailFile> {
  const { config } = context.services
  const letter = data as unknown as LetterData
  const head = letter.letterheadId ? await findLetterhead(context, letter.letterheadId) : undefined
  return createLetterAttachment(context.services, letter, {
    layout: head?.layout ?? 'A',
    ...(head?.banner ? { banner: head.banner } : {}),
    agency: {
      shortName: config.agencyShortName,
      name: config.agencyName,
      addressLines: config.agencyAddress,
    },
    today: agencyDay(createdAt, config.agencyZone),
    title,
  })
}

/**
 * Returns the newest letter of a record as an attachment for its decision mail. Empty if the letterhead says
 * that letters are not attached, or if the PDF cannot be made; the mail also says where the letter is.
 */
export async function createDecisionAttachments(
  context: AnyContext,
  entity: string,
  rowId: number,
): Promise<MailFile[]> {
  const result = await sql<StoredLetter>`select title, created_at, data from letter
    where entity = ${entity} and row_id = ${rowId} and (select attached from letterhead
    order by letterhead_id desc limit 1)
    order by letter_id desc limit 1`.execute(context.db)
  const [newest] = result.rows
  if (!newest) return []
  return createAttachment(context, newest).then(
    (file) => [file],
    () => [],
  )
}

const RESENT = 'letter.resent'

/** Loads the recipients of the decision mail of a record. */
async function loadRecipients(context: AnyContext, entity: string, rowId: number): Promise<Recipient[]> {
  const result = await sql<{ recipients: Recipient[] }>`select recipients from outbox
    where entity = ${entity} and row_id = ${rowId} and (event like '%.approved' or event like '%.denied')
    order by outbox_id desc limit 1`.execute(context.db)
  return result.rows[0]?.recipients ?? []
}

/** The handlers of the register of letters. */
export const registerHandlers: Served[] = [
  serve(getLetterRegister, async (context) => {
    const result = await sql<Omit<RegisterLine, 'letterDate'>>`
      select l.letter_id, l.property_id, l.management_company_id, coalesce(p.name, c.name) as property_name,
      l.entity, l.row_id, l.kind, l.title, l.created_at,
        nullif(trim(u.first_name || ' ' || u.last_name), '') as created_by_name, m.mailed_to, m.mailed_at
      from letter l left join property p using (property_id)
      left join management_company c on c.management_company_id = l.management_company_id left
      join app_user u on u.user_id = l.created_by
      left join lateral (select (select string_agg(one ->> 'email', ', ')
      from jsonb_array_elements(o.recipients) one) as mailed_to,
          o.created_at as mailed_at from outbox o where o.entity = l.entity and o.row_id = l.row_id
          and o.attachments <> '[]'
          and exists (select 1 from jsonb_array_elements(o.attachments) f
          where f ->> 'fileName' = l.title || '.pdf')
        order by o.outbox_id desc limit 1) m on true
      order by l.letter_id desc limit ${MAX_REGISTER_LINES}`.execute(context.db)
    const zone = context.services.config.agencyZone
    return result.rows.map((row) => ({ ...row, letterDate: agencyDay(row.createdAt, zone) }))
  }),

  serve(resendLetter, async (context) => {
    const letter = await loadLetter(context, context.params.id)
    const { entity, rowId, propertyId, title, letterDate } = letter
    const { email } = context.body
    const recipients = email ? [{ email, name: '' }] : await loadRecipients(context, entity, rowId)
    if (recipients.length === 0)
      refuse.invalid([
        { field: 'email', message: 'Nobody was mailed about this letter. Give a mail address.' },
      ])
    await sendMail(context, {
      event: RESENT,
      entity,
      rowId,
      propertyId,
      recipients,
      subject: title,
      text: `The letter of ${formatDate(letterDate, 'MM/DD/YYYY')} is attached once more: ${title}.`,
      attachments: [await createAttachment(context, letter)],
    })
    return { sentTo: recipients.map((recipient) => recipient.email) }
  }),
]
