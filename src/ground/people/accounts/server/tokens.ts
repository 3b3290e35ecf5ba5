import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { Refusal } from '#kernel/model/refusals.ts'
import { newToken, tokenHash } from '#kernel/server/auth.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import { refresh } from '../model/calls.ts'
import type { TokenSet } from '../model/entities.ts'
import { sessionSettings } from '../model/settings.ts'
import { allowSignIn } from './allowSignIn.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const ACCESS = 20 * MINUTE
/** A refresh whose answer got lost may be repeated this long; later use of a used token ends the session. */
const REUSE_LEEWAY = MINUTE / 2

type Tokens = z.infer<typeof TokenSet>
type Pair = Pick<Tokens, 'token' | 'refreshToken'>

type RefreshedSession = {
  sessionId: number
  startedAt: string
  expiresAt: string
  usedAt: string | null
  usedAddress: string | null
  successorSalt: Buffer | null
  endedAt: string | null
  active: boolean
}

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** A refusal whose traces in the database must stay. */
const signInAgain = (): never => {
  throw new Refusal('signedOut', 'Please sign in again.', [], true)
}

/** Derives the next tokens: only the owner of the current one can, and only with the stored salt. */
function successors(refreshToken: string, salt: Buffer): Pair {
  const derived = (kind: string) =>
    createHmac('sha256', refreshToken).update(salt).update(kind).digest('base64url')
  return { token: derived('access'), refreshToken: derived('refresh') }
}

/**
 * Gives a session these tokens, new ones when none are said. They live by the real clock, as the database
 * reads it, even where tests move the portal's, and never longer than the session as a whole. Signed out when
 * that is over.
 */
export async function issueTokens(
  context: AnyContext,
  session: { sessionId: number; startedAt: string },
  pair: Pair = { token: newToken(), refreshToken: newToken() },
): Promise<Tokens> {
  const now = Date.now()
  const last =
    Date.parse(session.startedAt) + (await context.settings.get(sessionSettings.longestDays)) * 24 * HOUR
  if (last <= now) return signInAgain()
  const accessUntil = iso(Math.min(now + ACCESS, last))
  const remaining = (await context.settings.get(sessionSettings.restHours)) * HOUR
  await allowSignIn(context)
  await sql`select secret.issue_tokens(${session.sessionId}, ${tokenHash(pair.token)}, ${accessUntil},
    ${tokenHash(pair.refreshToken)}, ${iso(Math.min(now + remaining, last))})`.execute(context.db)
  return { ...pair, expires_at: accessUntil }
}

/** The tokens a used one was answered with before. */
async function sameAgain(context: AnyContext, pair: Pair): Promise<Tokens> {
  const result = await sql<{
    until: string | null
  }>`select secret.lives_until(${tokenHash(pair.token)}) as until`.execute(context.db)
  return { ...pair, expires_at: result.rows[0]?.until ?? signInAgain() }
}

/** Ends a session with all its tokens. */
export const endSession = (context: AnyContext, sessionId: number) =>
  sql`select secret.end_session(${sessionId}, ${iso(Date.now())})`.execute(context.db)

export const refreshHandler = serve(refresh, async (context) => {
  const { refreshToken } = context.body
  const { address } = context.request
  const hash = tokenHash(refreshToken)
  const [refreshedSession] = (
    await sql<RefreshedSession>`select * from secret.session_of(${hash})`.execute(context.db)
  ).rows
  const now = Date.now()
  if (!refreshedSession || refreshedSession.endedAt || !refreshedSession.active) return signInAgain()
  const { usedAt, usedAddress, successorSalt } = refreshedSession
  if (usedAt) {
    if (successorSalt && usedAddress === address && now - Date.parse(usedAt) <= REUSE_LEEWAY)
      return sameAgain(context, successors(refreshToken, successorSalt))
    await endSession(context, refreshedSession.sessionId)
    return signInAgain()
  }
  if (Date.parse(refreshedSession.expiresAt) <= now) return signInAgain()
  const salt = randomBytes(32)
  await sql`select secret.use_token(${hash}, ${iso(now)}, ${address}, ${salt})`.execute(context.db)
  return issueTokens(context, refreshedSession, successors(refreshToken, salt))
})
