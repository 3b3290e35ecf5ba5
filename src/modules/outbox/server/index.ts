import { sql } from 'kysely'
import { refuse } from '#kernel/model/refusals.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { getMail, getMailList, type MailLine, MOST_LISTED } from '../model/calls.ts'

type Stored = Omit<MailLine, 'state'>

const columns = sql`outbox_id, event, recipients, subject, created_at, sent_at, attempts, last_error`

/** Links that open an account; whoever holds one may choose the password. */
const opensAccount = (event: string): boolean => event.startsWith('account.')

function lineOf(context: AnyContext, mail: Stored): MailLine {
  return { ...mail, state: stateOf(mail, context.services.config.smtpUrl !== null) }
}

function stateOf({ sentAt, lastError }: Stored, delivers: boolean): MailLine['state'] {
  if (sentAt) return 'Sent'
  if (!delivers) return 'Kept'
  return lastError ? 'Failed' : 'Waiting'
}

/** Everything the outbox module answers. */
export const served: Served[] = [
  serve(getMailList, async (context) => {
    const found = await sql<Stored>`select ${columns} from outbox order by outbox_id desc limit ${MOST_LISTED}`.execute(
      context.db,
    )
    return found.rows.map((mail) => lineOf(context, mail))
  }),

  serve(getMail, async (context) => {
    const found = await sql<
      Stored & { text: string }
    >`select ${columns}, body_text as text from outbox where outbox_id = ${context.params.id}`.execute(context.db)
    const { text, ...mail } = found.rows[0] ?? refuse.notFound('This mail')
    // Where mails are delivered, an administrator need not see links to the accounts of others.
    const withheld = context.services.config.smtpUrl !== null && opensAccount(mail.event)
    return { ...lineOf(context, mail), text: withheld ? null : text }
  }),
]

export { openPostman } from './postman.ts'
