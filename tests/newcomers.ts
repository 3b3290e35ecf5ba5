import { LINK_PLACE } from '#ground/correspondence/outbox/model/index.ts'
import type { UserDetail, UserLine } from '#ground/people/people/model/entities.ts'
import type { Portal, Reply } from '#tests/portal.ts'

/** The text of a mail of the outbox as it leaves, with the link that the mail log does not show. */
export const MAILED = `replace(body_text, '${LINK_PLACE}', coalesce((select link from password_token
  where entity = 'PasswordLink' and password_token_id = row_id), ''))`

/** Asks a portal about people: makes them, changes them, reads what is answered. */
export function askingAboutPeople(portal: () => Portal) {
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

/** The person an answer tells of. */
export const detail = (reply: Reply) => reply.body as UserDetail
/** The user names of a list. */
export const getNames = (reply: Reply) => (reply.body as UserLine[]).map((item) => item.userName)
/** The fields a refusal names. */
export const getFields = (reply: Reply) => Object.keys((reply.body as { fields: object }).fields)
/** The words of a refusal. */
export const getMessage = (reply: Reply) => (reply.body as { message: string }).message
/** The token in a mailed link. */
export const tokenIn = (text: string) => /token=([\w-]+)/.exec(text)?.[1] ?? ''
