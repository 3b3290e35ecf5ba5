import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '#tests/fixture.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import { getWaitSeconds } from './attempts.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const laptop = 'a secret that the laptop has made up itself'
const phone = 'another secret, which the phone has made up'
const signIn = (userName: string, password = PASSWORD, device?: string): Promise<Reply> =>
  portal.ask('anonymous', 'POST', '/api/users/authenticate', { userName, password, device })
const repeatAttempt = async (count: number, attempt: () => Promise<Reply>) => {
  const statuses: number[] = []
  for (let number = 0; number < count; number += 1) statuses.push((await attempt()).status)
  return statuses
}
/** Moves the attempts so far this many seconds into the past. */
const ageAttempts = (seconds: number) =>
  portal.owner.query('update login_attempt set at = at - make_interval(secs => $1)', [seconds])
const isSignInSlowed = async (userId: number) =>
  (
    (await portal.ask('agency.admin', 'GET', `/api/users/GetUserInfo?userId=${userId}`)).body as {
      signInSlowed: boolean
    }
  ).signInSlowed

test('the answer states the wait, which doubles and never exceeds a minute', async () => {
  expect(await repeatAttempt(5, () => signIn('company.reader', 'wrong'))).toEqual([401, 401, 401, 401, 401])
  const refused = await signIn('company.reader')
  expect(refused.status).toBe(429)
  expect(refused.headers['retry-after']).toBe('5')
  expect(refused.body).toMatchObject({ error_description: 'Too many attempts. Try again in 5 seconds.' })
  expect(await isSignInSlowed(6)).toBe(true)
  // An attempt that is refused without checking the password does not lengthen the wait.
  await ageAttempts(5)
  expect((await signIn('company.reader', 'wrong')).status).toBe(401)
  expect((await signIn('company.reader')).headers['retry-after']).toBe('10')
  await ageAttempts(10)
  expect((await signIn('company.reader')).status).toBe(200)
  expect((await signIn('company.writer')).status).toBe(200)
  expect(
    [0, 4, 5, 6, 7, 8, 9, 40].map((failures) => getWaitSeconds(failures, { free: 5, longestSeconds: 60 })),
  ).toEqual([0, 0, 5, 10, 20, 40, 60, 60])
  await ageAttempts(31 * 60)
  expect(await isSignInSlowed(6)).toBe(false)
})

test('signing in on a known device does not reset the count of other guesses, and a known device does not wait', async () => {
  expect((await signIn('other.user', PASSWORD, laptop)).status).toBe(200)
  expect((await signIn('company.writer', PASSWORD, phone)).status).toBe(200)
  expect(await repeatAttempt(4, () => signIn('other.user', 'wrong'))).toEqual([401, 401, 401, 401])
  expect((await signIn('other.user', PASSWORD, laptop)).status).toBe(200)
  expect((await signIn('other.user', 'wrong')).status).toBe(401)
  for (const device of [undefined, phone, 'yet another secret, made up to get through'])
    expect((await signIn('other.user', PASSWORD, device)).status).toBe(429)
  expect((await signIn('other.user', PASSWORD, laptop)).status).toBe(200)
  // A thief of a known device has no more guesses, and a success on it resets only its own count.
  expect(await repeatAttempt(6, () => signIn('other.user', 'wrong', laptop))).toEqual([
    401, 401, 401, 401, 401, 429,
  ])
  await ageAttempts(5)
  expect((await signIn('other.user', PASSWORD, laptop)).status).toBe(200)
  expect((await signIn('other.user', 'wrong', laptop)).status).toBe(401)
  expect((await signIn('other.user', PASSWORD, laptop)).status).toBe(200)
})

/**
 * How many guesses the throttle lets through within this many seconds: five, and one more after each wait.
 */
function countAllowedGuesses(seconds: number): number {
  let allowed = 5
  for (let waited = 0; ; allowed += 1) {
    waited += getWaitSeconds(allowed, { free: 5, longestSeconds: 60 })
    if (waited > seconds) return allowed
  }
}

test('of sixty guesses at once the throttle checks no more than of sixty in a row', async () => {
  expect([countAllowedGuesses(4), countAllowedGuesses(5), countAllowedGuesses(15)]).toEqual([5, 6, 7])
  const start = performance.now()
  const statuses = (await Promise.all(Array.from({ length: 60 }, () => signIn('global.admin', 'wrong')))).map(
    ({ status }) => status,
  )
  const count = statuses.filter((status) => status === 401).length
  expect(count).toBeGreaterThan(0)
  // On a machine that is busy for more than five seconds the first wait may be over.
  expect(count).toBeLessThanOrEqual(countAllowedGuesses((performance.now() - start) / 1000))
  // The other guesses are told to try again, by the throttle or because all connections are busy.
  expect(statuses.filter((status) => [429, 503].includes(status))).toHaveLength(60 - count)
  const result = await portal.owner.query(
    `select count(*)::integer as count from login_attempt where user_name = 'global.admin'`,
  )
  expect(result.rows[0].count).toBe(count)
})

test('a guess cannot take a place that another connection is still checking', async () => {
  const name = 'company.admin'
  const busy = await Promise.all(
    [1, 2, 3, 4].map(async (place) => {
      const client = new pg.Client(portal.connectionString)
      await client.connect()
      await client.query('begin')
      await client.query('select secret.first_free($1)', [[`account ${name} #${place}`]])
      return client
    }),
  )
  const statuses = await repeatAttempt(3, () => signIn(name, 'wrong'))
  for (const client of busy) await client.query('rollback').finally(() => client.end())
  expect(statuses).toEqual([401, 429, 429])
})

test('after five failures only one of many guesses at once is checked', async () => {
  await repeatAttempt(5, () => signIn('agency.read', 'wrong'))
  await ageAttempts(5)
  const statuses = (await Promise.all(Array.from({ length: 12 }, () => signIn('agency.read', 'wrong')))).map(
    (reply) => reply.status,
  )
  expect(statuses.filter((status) => status === 401)).toHaveLength(1)
  expect(statuses.filter((status) => status === 429)).toHaveLength(11)
})

test('an address from which many names are tried waits some seconds, but other addresses and known devices do not', async () => {
  await ageAttempts(31 * 60)
  const insertFailures = (count: number) =>
    portal.owner.query(
      `insert into login_attempt (user_name, address, succeeded) select 'name' || n, '127.0.0.1', false from generate_series(1, $1) n`,
      [count],
    )
  await insertFailures(49)
  expect((await signIn('agency.write')).status).toBe(200)
  await insertFailures(30)
  expect((await signIn('agency.write')).body).toMatchObject({
    message: 'Too many attempts. Try again in 20 seconds.',
  })
  expect((await signIn('other.user', PASSWORD, laptop)).status).toBe(200)
  const elsewhere = await portal.app.inject({
    method: 'POST',
    url: '/api/users/authenticate',
    remoteAddress: '192.0.2.9',
    payload: { userName: 'agency.write', password: PASSWORD },
  })
  expect(elsewhere.statusCode).toBe(200)
  await ageAttempts(20)
  expect((await signIn('agency.write')).status).toBe(200)
})

test('after a password change only the device it was changed on is still known', async () => {
  const changePassword = (currentPassword: string, newPassword: string) =>
    portal.ask('anonymous', 'POST', '/api/Account/UpdatePassword', {
      userName: 'company.writer',
      currentPassword,
      newPassword,
      device: laptop,
    })
  expect((await signIn('company.writer', PASSWORD, phone)).status).toBe(200)
  expect((await changePassword(PASSWORD, 'twelve grey herons')).status).toBe(200)
  await repeatAttempt(5, () => signIn('company.writer', 'wrong'))
  expect((await signIn('company.writer', 'twelve grey herons', phone)).status).toBe(429)
  expect((await signIn('company.writer', 'twelve grey herons', laptop)).status).toBe(200)
})
