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
const ACCESS_LIFETIME = 20 * MINUTE
/** How long a refresh may be repeated if its answer was lost. Later reuse of a token ends the session. */
const REUSE_LEEWAY = MINUTE / 2

type Tokens = z.infer<typeof TokenSet>
type Pair = Pick<Tokens, 'token' | 'refreshToken'>

type SessionOfToken = {
  sessionId: number
  startedAt: string
  expiresAt: string
  usedAt: string | null
  usedAddress: string | null
  successorSalt: Buffer | null
  endedAt: string | null
  active: boolean
}

const toIso = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** Refuses with 401 and commits, because the traces of the attempt must remain in the database. */
const signInAgain = (): never => {
  throw new Refusal('signedOut', 'Please sign in again.', [], true)
}

/**
 * Derives the next tokens. Only the owner of the current refresh token can, and only with the stored salt.
 */
function deriveTokens(refreshToken: string, salt: Buffer): Pair {
  const derived = (kind: string) =>
    createHmac('sha256', refreshToken).update(salt).update(kind).digest('base64url')
  return { token: derived('access'), refreshToken: derived('refresh') }
}

/**
 * Issues these tokens to a session, or new ones by default. Their lifetime uses the real clock, like the
 * database, even if tests change the portal's clock. They never outlive the longest session; after that the
 * person must sign in again.
 */
export async function issueTokens(
  context: AnyContext,
  session: { sessionId: number; startedAt: string },
  pair: Pair = { token: newToken(), refreshToken: newToken() },
): Promise<Tokens> {
  const now = Date.now()
  const sessionEnd =
    Date.parse(session.startedAt) + (await context.settings.get(sessionSettings.longestDays)) * 24 * HOUR
  if (sessionEnd <= now) return signInAgain()
  const accessUntil = toIso(Math.min(now + ACCESS_LIFETIME, sessionEnd))
  const idleLimit = (await context.settings.get(sessionSettings.restHours)) * HOUR
  await allowSignIn(context)
  await sql`select secret.issue_tokens(${session.sessionId}, ${tokenHash(pair.token)}, ${accessUntil},
    ${tokenHash(pair.refreshToken)}, ${toIso(Math.min(now + idleLimit, sessionEnd))})`.execute(context.db)
  return { ...pair, expires_at: accessUntil }
}

/** Returns again the tokens that a used refresh token was answered with. */
async function repeatAnswer(context: AnyContext, pair: Pair): Promise<Tokens> {
  const result = await sql<{
    until: string | null
  }>`select secret.lives_until(${tokenHash(pair.token)}) as until`.execute(context.db)
  return { ...pair, expires_at: result.rows[0]?.until ?? signInAgain() }
}

/** Ends a session with all its tokens. */
export const endSession = (context: AnyContext, sessionId: number) =>
  sql`select secret.end_session(${sessionId}, ${toIso(Date.now())})`.execute(context.db)

/**
 * The call that exchanges a refresh token. A used token is answered again for half a minute from the same
 * address; otherwise its reuse ends the session.
 */
export const refreshHandler = serve(refresh, async (context) => {
  const { refreshToken } = context.body
  const { address } = context.request
  const hash = tokenHash(refreshToken)
  const [session] = (await sql<SessionOfToken>`select * from secret.session_of(${hash})`.execute(context.db))
    .rows
  const now = Date.now()
  if (!session || session.endedAt || !session.active) return signInAgain()
  const { usedAt, usedAddress, successorSalt } = session
  if (usedAt) {
    if (successorSalt && usedAddress === address && now - Date.parse(usedAt) <= REUSE_LEEWAY)
      return repeatAnswer(context, deriveTokens(refreshToken, successorSalt))
    await endSession(context, session.sessionId)
    return signInAgain()
  }
  if (Date.parse(session.expiresAt) <= now) return signInAgain()
  const salt = randomBytes(32)
  await sql`select secret.use_token(${hash}, ${toIso(now)}, ${address}, ${salt})`.execute(context.db)
  return issueTokens(context, session, deriveTokens(refreshToken, salt))
})
