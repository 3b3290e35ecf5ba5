import { sql } from 'kysely'
import { plural } from '#kernel/model/formats.ts'
import { Refusal } from '#kernel/model/refusals.ts'
import { tokenHash } from '#kernel/server/auth.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { allowSignIn } from './allowSignIn.ts'
import { passwordMatches } from './hashing.ts'

const WINDOW_MINUTES = 30
const FIRST_WAIT_SECONDS = 5

/**
 * How many failures are free of a wait, and the longest wait. An address has more free failures, because
 * many people may share it.
 */
const accountThrottle = { free: 5, longestSeconds: 60 } as const
const addressThrottle = { free: 50, longestSeconds: 20 } as const

const REFUSED = 'The user name or password is not right.'

/**
 * Returns the seconds from the last failure to the next attempt. The first wait is five seconds and each
 * further failure doubles it, up to the longest.
 */
export const getWaitSeconds = (
  failures: number,
  { free, longestSeconds }: { free: number; longestSeconds: number },
): number => (failures < free ? 0 : Math.min(FIRST_WAIT_SECONDS * 2 ** (failures - free), longestSeconds))

type Failures = {
  known: boolean
  account: number
  accountAge: number | null
  address: number
  addressAge: number | null
}

async function countRecentFailures(
  context: AnyContext,
  userName: string,
  device: Buffer | null,
): Promise<Failures> {
  const result =
    await sql<Failures>`select * from secret.failures_of_late(${userName}, ${context.request.address},
    ${device}, ${WINDOW_MINUTES})`.execute(context.db)
  return result.rows[0]!
}

/** Whether sign-in to an account from unknown devices has to wait at present. Known devices do not wait. */
export const isSlowedDown = async (context: AnyContext, userName: string): Promise<boolean> =>
  (await countRecentFailures(context, userName.trim().toLowerCase(), null)).account >= accountThrottle.free

/** The refusal with status 429. It names the seconds to wait in its text and in the header `Retry-After`. */
function tooManyAttempts(seconds: number): Refusal {
  const wait = Math.max(1, Math.ceil(seconds))
  const message = `Too many attempts. Try again in ${plural(wait, 'second', 'seconds')}.`
  return Object.assign(new Refusal('tooMany', message), { answerHeaders: { 'retry-after': String(wait) } })
}

const getRemainingSeconds = ({ account, accountAge, address, addressAge }: Failures): number =>
  Math.max(
    getWaitSeconds(account, accountThrottle) - (accountAge ?? 0),
    getWaitSeconds(address, addressThrottle) - (addressAge ?? 0),
  )

/** The lock keys of the attempts under a name that may be checked at the same time. */
const getPlaces = (name: string, free: number): string[] =>
  Array.from({ length: free }, (_, index) => `${name} #${index + 1}`)

/**
 * Takes one of the places that remain before `name` must wait, or the only place if it waits already.
 * Refuses with 429 if all are taken.
 */
async function takePlace({ db }: AnyContext, name: string, failures: number, free: number): Promise<void> {
  const keys = failures >= free ? [name] : getPlaces(name, free).slice(failures)
  const result = await sql<{ place: number }>`select secret.first_free(${keys}::text[]) as place`.execute(db)
  if ((result.rows[0]?.place ?? 0) === 0) throw tooManyAttempts(FIRST_WAIT_SECONDS)
}

type AttemptsUnderWay = { account: number; address: number }

/** Counts the attempts under these names that other connections are checking now. */
async function loadUnderWay({ db }: AnyContext, account: string, address: string): Promise<AttemptsUnderWay> {
  const result = await sql<AttemptsUnderWay>`select
    secret.attempts_under_way(${getPlaces(account, accountThrottle.free)}::text[]) as account,
    secret.attempts_under_way(${getPlaces(address, addressThrottle.free)}::text[]) as address`.execute(db)
  return result.rows[0]!
}

/**
 * Lets an attempt pass, or refuses it with the seconds to wait (429). Of sixty guesses at once no more are
 * checked than of sixty in a row. Returns whether the device is known.
 */
async function admitAttempt(context: AnyContext, userName: string, device: Buffer | null): Promise<boolean> {
  const before = await countRecentFailures(context, userName, device)
  const account = `account ${userName}${before.known && device ? ` ${device.toString('hex')}` : ''}`
  const address = `address ${context.request.address}`
  await takePlace(context, account, before.account, accountThrottle.free)
  await takePlace(context, address, before.address, addressThrottle.free)
  // Counted before the failures, so that an attempt that ends in between counts twice rather than never.
  const underWay = await loadUnderWay(context, account, address)
  const failures = await countRecentFailures(context, userName, device)
  const seconds = getRemainingSeconds(failures)
  if (seconds > 0) throw tooManyAttempts(seconds)
  const isFull = (name: keyof AttemptsUnderWay, { free }: { free: number }) =>
    before[name] < free && failures[name] + underWay[name] >= free
  if (isFull('account', accountThrottle) || isFull('address', addressThrottle))
    throw tooManyAttempts(FIRST_WAIT_SECONDS)
  return failures.known
}

/**
 * Returns the id of the person with this name and password, or null. Takes equal time in both cases and
 * records the attempt.
 */
export async function checkCredentials(
  context: AnyContext,
  userName: string,
  password: string,
  deviceSecret?: string,
): Promise<number | null> {
  const name = userName.trim().toLowerCase()
  const device = deviceSecret ? tokenHash(deviceSecret) : null
  const isKnown = await admitAttempt(context, name, device)
  await allowSignIn(context)
  const result = await sql<{ userId: number; passwordHash: string | null; active: boolean }>`
    select * from secret.password_of(${name})`.execute(context.db)
  const person = result.rows[0]
  const fits = await passwordMatches(person?.active ? person.passwordHash : null, password)
  const knownDevice = isKnown || fits ? device : null
  await sql`select secret.note_attempt(${name}, ${context.request.address}, ${fits}, ${knownDevice})`.execute(
    context.db,
  )
  if (!fits || !person) return null
  await recordKnownDevice(context, person.userId, deviceSecret)
  return person.userId
}

/**
 * Signs in a person as `loadAccountPerson` does, but refuses a wrong name and a wrong password with one and
 * the same sentence (ERR-03).
 */
export async function requireCredentials(
  context: AnyContext,
  userName: string,
  password: string,
  device?: string,
): Promise<number> {
  const userId = await checkCredentials(context, userName, password, device)
  if (userId === null) throw new Refusal('signedOut', REFUSED, [], true)
  return userId
}

/** Records a device as known: its attempts are counted apart from those of other devices. */
export async function recordKnownDevice(
  context: AnyContext,
  userId: number,
  device: string | undefined,
): Promise<void> {
  if (device) await sql`select secret.know_device(${userId}, ${tokenHash(device)})`.execute(context.db)
}
