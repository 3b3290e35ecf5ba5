import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '#tests/fixture.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import { waitAfter } from './attempts.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const laptop = 'a secret that the laptop has made up itself'
const phone = 'another secret, which the phone has made up'
const signIn = (userName: string, password = PASSWORD, device?: string): Promise<Reply> =>
  portal.ask('anonymous', 'POST', '/api/users/authenticate', { userName, password, device })
const loadStatuses = async (count: number, attempt: () => Promise<Reply>) => {
  const statuses: number[] = []
  for (let number = 0; number < count; number += 1) statuses.push((await attempt()).status)
  return statuses
}
/** Lets time pass for what was tried so far. */
const pass = (seconds: number) =>
  portal.owner.query('update login_attempt set at = at - make_interval(secs => $1)', [seconds])
const slowed = async (userId: number) =>
  (
    (await portal.ask('agency.admin', 'GET', `/api/users/GetUserInfo?userId=${userId}`)).body as {
      signInSlowed: boolean
    }
  ).signInSlowed

test('the wait is told in plain words, doubles, and never grows beyond a minute', async () => {
  expect(await loadStatuses(5, () => signIn('company.reader', 'wrong'))).toEqual([401, 401, 401, 401, 401])
  const refused = await signIn('company.reader')
  expect(refused.status).toBe(429)
  expect(refused.headers['retry-after']).toBe('5')
  expect(refused.body).toMatchObject({ error_description: 'Too many attempts. Try again in 5 seconds.' })
  expect(await slowed(6)).toBe(true)
  // An attempt that is refused without checking the password does not lengthen the wait.
  await pass(5)
  expect((await signIn('company.reader', 'wrong')).status).toBe(401)
  expect((await signIn('company.reader')).headers['retry-after']).toBe('10')
  await pass(10)
  expect((await signIn('company.reader')).status).toBe(200)
  expect((await signIn('company.writer')).status).toBe(200)
  expect(
    [0, 4, 5, 6, 7, 8, 9, 40].map((failures) => waitAfter(failures, { free: 5, longestSeconds: 60 })),
  ).toEqual([0, 0, 5, 10, 20, 40, 60, 60])
  await pass(31 * 60)
  expect(await slowed(6)).toBe(false)
})

test('signing in on a known device does not reset the count of other guesses, and a known device does not wait', async () => {
  expect((await signIn('other.user', PASSWORD, laptop)).status).toBe(200)
  expect((await signIn('company.writer', PASSWORD, phone)).status).toBe(200)
  expect(await loadStatuses(4, () => signIn('other.user', 'wrong'))).toEqual([401, 401, 401, 401])
  expect((await signIn('other.user', PASSWORD, laptop)).status).toBe(200)
  expect((await signIn('other.user', 'wrong')).status).toBe(401)
  for (const device of [undefined, phone, 'yet another secret, made up to get through'])
    expect((await signIn('other.user', PASSWORD, device)).status).toBe(429)
  expect((await signIn('other.user', PASSWORD, laptop)).status).toBe(200)
  // A stolen known device guesses no faster, and its own success clears its own count alone.
  expect(await loadStatuses(6, () => signIn('other.user', 'wrong', laptop))).toEqual([
    401, 401, 401, 401, 401, 429,
  ])
  await pass(5)
  expect((await signIn('other.user', PASSWORD, laptop)).status).toBe(200)
  expect((await signIn('other.user', 'wrong', laptop)).status).toBe(401)
  expect((await signIn('other.user', PASSWORD, laptop)).status).toBe(200)
})

/** Guesses that the throttle judges within so many seconds: five, and one more after each wait. */
function countJudged(seconds: number): number {
  let judged = 5
  for (let waited = 0; ; judged += 1) {
    waited += waitAfter(judged, { free: 5, longestSeconds: 60 })
    if (waited > seconds) return judged
  }
}

test('sixty guesses at once are judged as five, and so are sixty in a row', async () => {
  expect([countJudged(4), countJudged(5), countJudged(15)]).toEqual([5, 6, 7])
  const start = performance.now()
  const statuses = (await Promise.all(Array.from({ length: 60 }, () => signIn('global.admin', 'wrong')))).map(
    ({ status }) => status,
  )
  const count = statuses.filter((status) => status === 401).length
  expect(count).toBeGreaterThan(0)
  // A machine that is busy for more than five seconds lets the first wait pass.
  expect(count).toBeLessThanOrEqual(countJudged((performance.now() - start) / 1000))
  // The rest is asked to come again, by the throttle or because all connections are busy.
  expect(statuses.filter((status) => [429, 503].includes(status))).toHaveLength(60 - count)
  const result = await portal.owner.query(
    `select count(*)::integer as count from login_attempt where user_name = 'global.admin'`,
  )
  expect(result.rows[0].count).toBe(count)
})

test('a place that was judged before the others is not given away while they are being judged', async () => {
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
  const statuses = await loadStatuses(3, () => signIn(name, 'wrong'))
  for (const client of busy) await client.query('rollback').finally(() => client.end())
  expect(statuses).toEqual([401, 429, 429])
})

test('of many guesses at once only one is heard at a time', async () => {
  await loadStatuses(5, () => signIn('agency.read', 'wrong'))
  await pass(5)
  const statuses = (await Promise.all(Array.from({ length: 12 }, () => signIn('agency.read', 'wrong')))).map(
    (reply) => reply.status,
  )
  expect(statuses.filter((status) => status === 401)).toHaveLength(1)
  expect(statuses.filter((status) => status === 429)).toHaveLength(11)
})

test('an address from which many names are tried waits some seconds; nobody is shut out', async () => {
  await pass(31 * 60)
  const tried = (count: number) =>
    portal.owner.query(
      `insert into login_attempt (user_name, address, succeeded) select 'name' || n, '127.0.0.1', false from generate_series(1, $1) n`,
      [count],
    )
  await tried(49)
  expect((await signIn('agency.write')).status).toBe(200)
  await tried(30)
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
  await pass(20)
  expect((await signIn('agency.write')).status).toBe(200)
})

test('a new password makes strangers of all devices but the one it was chosen on', async () => {
  const change = (currentPassword: string, newPassword: string) =>
    portal.ask('anonymous', 'POST', '/api/Account/UpdatePassword', {
      userName: 'company.writer',
      currentPassword,
      newPassword,
      device: laptop,
    })
  expect((await signIn('company.writer', PASSWORD, phone)).status).toBe(200)
  expect((await change(PASSWORD, 'twelve grey herons')).status).toBe(200)
  await loadStatuses(5, () => signIn('company.writer', 'wrong'))
  expect((await signIn('company.writer', 'twelve grey herons', phone)).status).toBe(429)
  expect((await signIn('company.writer', 'twelve grey herons', laptop)).status).toBe(200)
})
