import { LINK_PLACEHOLDER } from '#core/correspondence/outbox/model/index.ts'
import type { UserDetail, UserLine } from '#core/people/people/model/entities.ts'
import type { Portal, Reply } from '#tests/portal.ts'

/** SQL for the text of a mail as it is sent, with the secret link that the mail log leaves out. */
export const MAILED = `replace(body_text, '${LINK_PLACEHOLDER}', coalesce((select link from password_token
  where entity = 'PasswordLink' and password_token_id = row_id), ''))`

/** Helpers that create, change and read people through the calls. */
export function createPeopleClient(portal: () => Portal) {
  let newcomerCount = 0
  const newcomer = (more: object = {}) => {
    newcomerCount += 1
    return {
      userName: `new.person${newcomerCount}`,
      firstName: 'New',
      lastName: `Person ${newcomerCount}`,
      email: `new.person${newcomerCount}@one.example`,
      role: 3,
      ...more,
    }
  }
  return {
    newcomer,
    /** The user name of the last newcomer. */
    lastName: () => `new.person${newcomerCount}`,
    register: (persona: string, more: object = {}) =>
      portal().ask(persona, 'POST', '/api/users/Register', newcomer(more)),
    edit: (persona: string, userId: number, body: object) =>
      portal().ask(persona, 'PATCH', '/api/users/EditUser', { userId, ...body }),
    get: (persona: string, url: string) => portal().ask(persona, 'GET', url),
    mails: async () =>
      (
        await portal().owner.query<{ event: string; recipients: { email: string }[]; body_text: string }>(
          `select event, recipients, ${MAILED} as body_text from outbox order by outbox_id`,
        )
      ).rows,
    hasAccount: async (userName: string) =>
      (await portal().owner.query('select 1 from app_user where lower(user_name) = lower($1)', [userName]))
        .rowCount === 1,
  }
}

/** The person in an answer. */
export const detail = (reply: Reply) => reply.body as UserDetail
/** The user names in an answered list. */
export const getNames = (reply: Reply) => (reply.body as UserLine[]).map((item) => item.userName)
/** The names of the fields that a refusal reports. */
export const getFields = (reply: Reply) => Object.keys((reply.body as { fields: object }).fields)
/** The message of a refusal. */
export const getMessage = (reply: Reply) => (reply.body as { message: string }).message
/** The token in a mailed link. */
export const readToken = (text: string) => /token=([\w-]+)/.exec(text)?.[1] ?? ''
