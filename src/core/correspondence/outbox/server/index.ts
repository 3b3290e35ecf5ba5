import { sql } from 'kysely'
import { refuse } from '#kernel/model/refusals.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { getMail, getMailList, MAX_LISTED_MAILS, type MailLine, type MailState } from '../model/calls.ts'
import './tables.ts'

type StoredMail = Omit<MailLine, 'state'> & { givenUpAt: string | null }

const columns = sql`outbox_id, event, recipients, subject, created_at, sent_at, attempts, last_error,
  given_up_at`

function buildLine(context: AnyContext, { givenUpAt, ...mail }: StoredMail): MailLine {
  return { ...mail, state: getMailState({ ...mail, givenUpAt }, context.services.config.smtpUrl !== null) }
}

/** Returns the state of a mail; `delivers` is whether a mail server is configured. */
export function getMailState(
  { sentAt, lastError, givenUpAt }: Pick<StoredMail, 'sentAt' | 'lastError' | 'givenUpAt'>,
  delivers: boolean,
): MailState {
  if (sentAt) return 'Sent'
  if (givenUpAt) return 'Not sent'
  if (!delivers) return 'Stored'
  return lastError ? 'Failed' : 'Waiting'
}

/** The handlers of all calls of the outbox module. */
export const served: Served[] = [
  serve(getMailList, async (context) => {
    const result = await sql<StoredMail>`select ${columns} from outbox order by outbox_id desc
        limit ${MAX_LISTED_MAILS}`.execute(context.db)
    return result.rows.map((mail) => buildLine(context, mail))
  }),

  serve(getMail, async (context) => {
    const result = await sql<
      StoredMail & { text: string; html: string | null; attachments: string[] }
    >`select ${columns}, body_text as text, body_html as html,
        array(select f ->> 'fileName' from jsonb_array_elements(attachments) f) as attachments from outbox
        where outbox_id = ${context.params.id}`.execute(context.db)
    const { text, html, attachments, ...mail } = result.rows[0] ?? refuse.notFound('This mail')
    return { ...buildLine(context, mail), text, html, attachments }
  }),
]

export { cleanHtml } from './cleanHtml.ts'
export { openMailer as openPostman } from './mailer.ts'
export { loadObjectionsAddress } from './objections.ts'
export { buildMailPage } from './page.ts'
