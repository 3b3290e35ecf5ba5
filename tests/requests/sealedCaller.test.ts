import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applicationAddress } from '#kernel/server/postgres/role.ts'
import { workProof } from '#kernel/server/workProof.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { runAsPersonInDatabase } from '#tests/runAsPersonInDatabase.ts'

/**
 * Tests that no SQL statement that the request role may run gives the caller more rights than the person who
 * entered the transaction has.
 */
let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const REFUSED = '42501'
const people = ['company.reader', 'company.admin', 'agency.read', 'agency.write']

/** SQL for the caller's identity, scopes and visible rows. */
const REACH = `select kernel.actor_id() as actor, kernel.is_agency() as agency, kernel.is_worker() as worker,
  kernel.is_administrator() as administrator, kernel.reads_all() as reads, kernel.writes_all() as writes,
  kernel.read_scope() as read, kernel.write_scope() as write, kernel.own_companies() as companies,
  kernel.written_companies() as written, (select count(*)::integer from property) as properties,
  (select count(*)::integer from audit_log) as logged`

type Reach = Record<string, unknown>

/**
 * Runs a statement and returns the caller's reach afterwards. Null if the statement or the reading is
 * refused.
 */
async function reachAfter(client: pg.Client, statement: string): Promise<Reach | null> {
  await client.query('savepoint tried')
  try {
    await client.query(statement)
    const { rows } = await client.query<Reach>(REACH)
    return rows[0]!
  } catch (error) {
    if ((error as { code?: string }).code !== REFUSED) throw error
    return null
  } finally {
    await client.query('rollback to savepoint tried')
  }
}

const settings = [
  ...['agency', 'worker', 'read_all', 'write_all'].map((name) => [name, 'on'] as const),
  ...['read_scope', 'write_scope', 'company_ids', 'written_company_ids'].map(
    (name) => [name, '{1,2,3,4,5}'] as const,
  ),
  ['user_id', '1'] as const,
]

describe('RIGHTS no statement of a request gives its caller more rights', () => {
  test.each(people.flatMap((persona) => settings.map(([name, value]) => [persona, name, value] as const)))(
    '%s: setting %s directly is refused',
    async (persona, name, value) => {
      await runAsPersonInDatabase(portal, persona, async (client) => {
        for (const statement of [
          `select set_config('rooftree.${name}', '${value}', true)`,
          `set local rooftree.${name} = '${value}'`,
          `select set_config('rooftree.${name}', '${value}~' || repeat('0', 32), true)`,
          // The seal of another setting in the same transaction.
          `select set_config('rooftree.${name}', '${value}' || right(current_setting('rooftree.user_id'), 33), true)`,
        ])
          expect(await reachAfter(client, statement), statement).toBeNull()
      })
    },
  )

  test('a connection without a person gains no rights by these settings either', async () => {
    const client = new pg.Client({ connectionString: applicationAddress(portal.connectionString) })
    await client.connect()
    try {
      await client.query('begin')
      for (const [name, value] of settings)
        expect(
          await reachAfter(client, `select set_config('rooftree.${name}', '${value}', true)`),
          name,
        ).toBeNull()
    } finally {
      await client.end()
    }
  })

  test.each(people)('%s: clearing the person also removes all rights', async (persona) => {
    await runAsPersonInDatabase(portal, persona, async (client) => {
      expect(await reachAfter(client, `select set_config('rooftree.user_id', '', true)`)).toBeNull()
      const all = settings.map(([name]) => `set_config('rooftree.${name}', '', true)`).join(', ')
      expect(await reachAfter(client, `select ${all}`)).toMatchObject({
        actor: null,
        agency: false,
        worker: false,
        administrator: false,
        reads: false,
        writes: false,
        read: [],
        write: [],
        companies: [],
        written: [],
        properties: 0,
        logged: 0,
      })
    })
  })

  test('a sealed setting of one transaction is not valid in the next, even on the same connection', async () => {
    await runAsPersonInDatabase(portal, 'agency.admin', async (client) => {
      const { rows } = await client.query<Record<string, string>>(
        `select current_setting('rooftree.user_id') as "user", current_setting('rooftree.agency') as agency`,
      )
      await client.query('commit; begin')
      const again = `select set_config('rooftree.user_id', '${rows[0]!.user}', true),
        set_config('rooftree.agency', '${rows[0]!.agency}', true)`
      expect(await reachAfter(client, again)).toBeNull()
      await client.query('rollback; begin')
      expect(await reachAfter(client, 'select 1')).toMatchObject({ actor: null, agency: false, reads: false })
    })
  })

  test.each([
    ['the secrets', 'select * from kernel.caller_secret'],
    ['the key of the marks', 'select kernel.mark_key()'],
    ['a mark', `select kernel.mark('agency', 'on', '')`],
    ['a marked setting', `select kernel.put('agency', 'on')`],
    ['a scope', 'select kernel.set_scope(null, null, true)'],
    ['the scope of another person', 'select kernel.narrow(2, null, true)'],
    ['the portal’s own rights', `select kernel.enter_worker('guess', 'x')`],
    ['the portal’s own rights without a proof', `select kernel.enter_worker(null, 'x')`],
    ['another person', `select kernel.enter_as(1, null, 'x')`],
    ['permission to sign in', `select kernel.allow_sign_in('guess')`],
    [
      'permission to sign in by a setting',
      `select set_config('rooftree.sign_in', 'on', true), secret.begin_session(1, '', '')`,
    ],
    ['a password’s hash', `select * from secret.password_of('agency.admin')`],
    ['a password', `select secret.keep_password(1, 'x', now())`],
    ['a session', `select secret.begin_session(1, '', '')`],
    ['tokens of a session', `select secret.issue_tokens(1, '\\x00', now(), '\\x01', now())`],
    ['a link to choose a password', `select secret.make_link('\\x00', 1, 'reset', 'x', now(), now())`],
  ])('no statement gets %s', async (_, statement) => {
    for (const persona of ['company.reader', 'agency.admin'])
      await expect(
        runAsPersonInDatabase(portal, persona, (client) => client.query(statement)),
        `${persona}: ${statement}`,
      ).rejects.toMatchObject({ code: REFUSED })
  })

  test("no statement creates, reads or ends another person's calendar, or reads a link that is to be mailed", async () => {
    await portal.owner.query(`insert into calendar_feed (user_id, token_hash) values (2, '\\x02');
      insert into password_token (token_hash, user_id, purpose, expires_at, link) values ('\\x03', 1, 'reset', now() + interval '1 hour', 'secret-link')`)
    await runAsPersonInDatabase(portal, 'company.reader', async (client) => {
      await client.query(`select secret.keep_calendar(1, '\\x01', now()), secret.end_calendar(2)`)
      const { rows } =
        await client.query(`select secret.calendar_of(2) as made, secret.enter_calendar('\\x01') as owner,
        (select array_agg(secret.link_to_mail(n, now())) from generate_series(1, 200) n) as links,
        (select count(*)::integer from kernel.inspector_visits(2, '2000-01-01', '2100-01-01')) as visits`)
      expect(rows).toEqual([{ made: null, owner: null, links: Array(200).fill(null), visits: 0 }])
      await client.query('commit')
    })
    const feeds = await portal.owner.query('select user_id from calendar_feed')
    expect(feeds.rows).toEqual([{ user_id: 2 }])
  })

  test('a process of the portal enters with its proof, which no setting contains', async () => {
    const client = await portal.pool.connect()
    try {
      const proof = await workProof(client)
      await client.query('begin')
      await client.query(`select kernel.enter_worker($1, 'test')`, [proof])
      expect((await client.query(REACH)).rows[0]).toMatchObject({
        worker: true,
        agency: true,
        reads: true,
        actor: null,
      })
      const result = await client.query(`select string_agg(setting, ' ') as all from pg_settings`)
      expect(result.rows[0].all).not.toContain(proof)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

test('RIGHTS only the two checking functions of the database read a setting of the caller directly', async () => {
  const { rows } = await portal.owner.query<{ name: string }>(
    `select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('kernel', 'public', 'secret')
        and coalesce(pg_get_function_sqlbody(p.oid), p.prosrc) ~ 'current_setting\\(''rooftree\\.(?!call|request_id|zone)'
      order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(['put', 'sealed'])
})
