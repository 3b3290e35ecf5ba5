import { join } from 'node:path'
import pg from 'pg'
import { matchRoutes } from 'react-router'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { modules } from '#app/registry.ts'
import { screens } from '#app/screens.ts'
import type { ToDoLine } from '#core/portfolio/tasks/model/index.ts'
import { getReplyDue } from '#features/compliance/residentRelations/model/rules.ts'
import { type CardView, checkCardApproval } from '#features/statements/reportCard/model/view.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { migrate } from '#kernel/server/postgres/migrate.ts'
import { setTestHouseholdKey } from '#tests/householdKey.ts'
import { openPortal } from '#tests/portal.ts'
import { createLoadMeter, type Seconds } from '../tools/loadMeter.ts'
import { getDemonstrationAccounts } from './accounts.ts'
import { computeDigests } from './digests.ts'
import { loadDemonstration } from './load.ts'
import { buildPortfolio } from './portfolio.ts'

const databaseNames = ['demonstration_one', 'demonstration_two'] as const
const getDatabaseUrl = (name: string): string =>
  Object.assign(new URL(inject('postgres')), { pathname: `/${name}` }).toString()

async function connect(name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: getDatabaseUrl(name) })
  await client.connect()
  return client
}

let firstClient: pg.Client
let secondClient: pg.Client
let loadSeconds: Seconds

async function loadFreshDatabase(name: string): Promise<pg.Client> {
  await migrate(getDatabaseUrl(name), join(import.meta.dirname, '..', 'migrations'))
  const client = await connect(name)
  const getSecondsSince = await createLoadMeter(client)
  setTestHouseholdKey()
  await loadDemonstration(client, { password: 'rooftree-demo' })
  loadSeconds = getSecondsSince()
  return client
}

beforeAll(async () => {
  const maintenance = await connect('postgres')
  for (const name of databaseNames) await maintenance.query(`create database ${name}`)
  await maintenance.end()
  ;[firstClient, secondClient] = [
    await loadFreshDatabase(databaseNames[0]),
    await loadFreshDatabase(databaseNames[1]),
  ]
}, 480_000)

afterAll(async () => {
  await firstClient?.end()
  await secondClient?.end()
})

async function queryRows<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
  return (await firstClient.query<Row>(sql, values)).rows
}

describe('the demonstration in the database', () => {
  test('two loads have the same rows', async () => {
    const [first, second] = await Promise.all([computeDigests(firstClient), computeDigests(secondClient)])
    expect(second).toEqual(first)
    expect(first.property).toMatch(/^1649 /)
    expect(first.replacement_reserve_request).toMatch(/^47 /)
  })

  // If nothing else runs, it takes less than 30, which the benchmark checks.
  test('a load takes less than 50 processor seconds', () => {
    expect(loadSeconds.own + loadSeconds.database).toBeLessThan(50)
  })

  test('no step is after the current day of the demonstration', async () => {
    const laterSteps = await queryRows(
      `select entity, count(*)::integer from status_history where at >= $1::date + 1 group by 1`,
      [buildPortfolio().day],
    )
    expect(laterSteps).toEqual([])
  })

  test('LET-11: the latest decisions of every subject that writes letters have a letter of the same time', async () => {
    const writing = modules
      .flatMap((module) => module.reviews ?? [])
      .flatMap(({ kit }) => (kit.server.letters ? [kit.review] : []))
    expect(writing.length).toBeGreaterThan(8)
    for (const { entity, flow } of writing) {
      const latestLetters = await queryRows(
        `select r.decided = l.created_at as dated, l.data -> 'body' ->> -1 as last from ${entity.table} r
          left join letter l on l.entity = $1 and l.row_id = r.${snakeCase(entity.key)}
          where r.decided is not null and r.property_id is not null order by r.decided desc, 2 limit 3`,
        [flow.entity],
      )
      const datedLetter = { dated: true, last: expect.stringContaining('belongs to the demonstration') }
      expect(latestLetters, flow.entity).toEqual(latestLetters.map(() => datedLetter))
    }
  })

  test('the demonstration refuses a database that has properties', async () => {
    await expect(loadDemonstration(firstClient, { password: 'again' })).rejects.toThrow(
      'this one has properties',
    )
  })

  test('the audit log names the demonstration as the call that inserted the properties', async () => {
    const auditEntries = await queryRows<{ call: string; user_id: number | null; count: number }>(
      `select call, user_id, count(*)::int as count from audit_log where table_name = 'property' group by 1, 2`,
    )
    expect(auditEntries).toEqual([{ call: 'demonstration', user_id: null, count: 1649 }])
  })

  test('the next property gets the id after the loaded ones', async () => {
    await firstClient.query('begin')
    const [added] = await queryRows<{ property_id: number }>(
      `insert into property (name) values ('One more') returning property_id`,
    )
    await firstClient.query('rollback')
    expect(added?.property_id).toBe(1650)
  })

  test('replacement reserves have the balances of the portfolio, which are not negative', async () => {
    const balances = await queryRows<{ property_id: number; balance: number }>(
      "select property_id, sum(amount)::float as balance from reserve_entry join reserve_account using (property_id, reserve_account_id) where reserve_account.kind = 'Replacement reserve' group by 1 order by 1",
    )
    const expected = buildPortfolio().properties.flatMap(({ id, reserve }) =>
      reserve
        ? [
            {
              property_id: id,
              balance: Number(reserve.entries.reduce((sum, entry) => sum + entry.amount, 0).toFixed(2)),
            },
          ]
        : [],
    )
    expect(balances).toEqual(expected)
    expect(balances.filter(({ balance }) => balance < 0)).toEqual([])
  })

  test('interest follows from the balance before it, and received deposits equal the entries of deposits', async () => {
    const wrong = await queryRows(`
      select 'interest' from reserve_entry i join reserve_interest_rate r using (reserve_account_id) where i.kind = 'Interest'
        and i.amount <> (select round(sum(e.amount) * r.annual_interest_rate / 1200, 2) from reserve_entry e
          where e.reserve_account_id = i.reserve_account_id and e.entry_date < i.entry_date)
      union all select 'deposits' from reserve_account a
        where (select coalesce(sum(received), 0) from reserve_deposit d where d.reserve_account_id = a.reserve_account_id)
          <> (select coalesce(sum(amount), 0) from reserve_entry e where e.reserve_account_id = a.reserve_account_id and e.kind = 'Deposit')`)
    expect(wrong).toEqual([])
  })

  test('more than five deposits are late, more than five short, and more than five accounts of other kinds', async () => {
    const [counts] = await queryRows<Record<string, number>>(`
      select count(*) filter (where received = 0)::int as late, count(*) filter (where received > 0 and received < amount)::int as short,
        (select count(*)::int from reserve_account where kind <> 'Replacement reserve') as others from reserve_deposit`)
    for (const count of Object.values(counts!)) expect(count).toBeGreaterThan(5)
  })

  test('every reserve request has the status of its last step, items, and releases of the approved amount', async () => {
    const wrong = await queryRows(`
      select r.replacement_reserve_request_id from replacement_reserve_request r
      where r.status_id <> (select h.to_status_id from status_history h
          where h.entity = 'ReplacementReserveRequest' and h.row_id = r.replacement_reserve_request_id
          order by h.status_history_id desc limit 1)
        or (select count(*) from replacement_reserve_request_item i
          where i.replacement_reserve_request_id = r.replacement_reserve_request_id and i.category_id is not null) = 0
        or coalesce((select -sum(e.amount) from reserve_entry e
          where (e.entity, e.row_id) = ('ReplacementReserveRequest', r.replacement_reserve_request_id)
            or e.entity = 'ReplacementReserveCompletion' and e.row_id in (select replacement_reserve_completion_id
              from replacement_reserve_completion c where c.replacement_reserve_request_id = r.replacement_reserve_request_id)), 0)
          <> case when r.status_id = 5 and (not r.pre_approved or exists (select from replacement_reserve_completion c
            where c.replacement_reserve_request_id = r.replacement_reserve_request_id and c.status_id = 5)) then (select sum(i.approved_amount) from replacement_reserve_request_item i
            where i.replacement_reserve_request_id = r.replacement_reserve_request_id) else 0 end`)
    expect(wrong).toEqual([])
  })

  test('the designations of a property average to its newest test result, which holds in some and fails in others', async () => {
    const matches = await queryRows<{ average: number; stated: number; holds: boolean; over: number }>(`
      select round(avg(t.designated_percent), 4)::float as average, r.average::float as stated, r.holds,
        count(t.over_income_since)::int as over
      from average_income_test t join lateral (select * from average_income_result r where r.property_id = t.property_id
        order by average_income_result_id desc limit 1) r on true group by t.property_id, r.average, r.holds`)
    expect(matches.length).toBeGreaterThan(5)
    for (const { average, stated } of matches) expect(average).toBe(stated)
    expect(new Set(matches.map((item) => item.holds))).toEqual(new Set([true, false]))
    expect(matches.filter((item) => item.over > 0).length).toBeGreaterThan(1)
  })

  test('rent increases in every status from submitted on have comparable rents', async () => {
    const comparedStatuses = await queryRows<{ status_id: number }>(
      'select distinct h.status_id from comparable_rent join rent_increase_request_header h using (rent_increase_request_header_id) order by 1',
    )
    expect(comparedStatuses.map((item) => item.status_id)).toEqual([2, 3, 4, 5, 6])
  })

  test('the steps of annual statements have the times of their rows', async () => {
    const wrong =
      await queryRows(`select a.afs_id, h.action, h.at, a.submitted, a.decided from annual_statement a
      join status_history h on h.entity = 'AFS' and h.row_id = a.afs_id
      where h.at is distinct from case h.action when 'submit' then a.submitted when 'startReview' then a.review_started
        when 'review' then a.reviewed when 'closeNonCompliance' then a.decided else h.at end
        or (h.to_status_id = a.status_id and h.action in ('approve', 'deny') and h.at is distinct from a.decided)`)
    expect(wrong).toEqual([])
  })

  test('the guards of approved distribution requests passed or were waived', async () => {
    const failedGuardsSql = `guards_seen is null or waiver is null and guards_seen @? '$[*] ? (@.passes != true)'`
    expect(
      await queryRows(`select 1 from distribution_request where status_id = 5 and (${failedGuardsSql})`),
    ).toEqual([])
  })

  test('the three vendors that are not accepted yet are inactive', async () => {
    expect(
      await queryRows('select active, requested_by is not null as asked from vendor where new_vendor'),
    ).toEqual(Array(3).fill({ active: false, asked: true }))
  })

  test('every account has the permissions of its description', async () => {
    const scopes = await queryRows<{ user_name: string; writes: number | null; reads: number | null }>(
      `select user_name, cardinality(kernel.scope(user_id, 'Replacement_Reserve', 'write')) as writes,
        cardinality(kernel.scope(user_id, 'Replacement_Reserve', 'read')) as reads from app_user`,
    )
    const scope = Object.fromEntries(scopes.map((row) => [row.user_name, [row.writes, row.reads]]))
    const accounts = getDemonstrationAccounts(buildPortfolio()).map((account) => account.userName)
    expect(Object.keys(scope)).toEqual(expect.arrayContaining(accounts))
    expect(scope['agency.admin']).toEqual([null, null])
    expect(scope['agency.read']).toEqual([0, null])
    expect(scope['company.user']).toEqual([24, 40])
    expect(scope['company.reader']).toEqual([0, 40])
    expect(scope['owner.manager']).toEqual([4, 4])
    const [managed] = await queryRows<{ one: number; other: number }>(
      `select count(*) filter (where c.name like 'MACO %')::int as one, count(*) filter (where c.name like 'Bell %')::int as other
       from property p join management_company c using (management_company_id)`,
    )
    expect(scope['company.admin']).toEqual([managed?.one, managed?.one])
    expect(scope['other.user']?.[0]).toBeGreaterThan(50)
    expect(scope['other.user']?.[0]).toBeLessThanOrEqual(managed?.other ?? 0)
  })

  test('25 companies have people, of whom some are invited or inactive and none has permissions elsewhere', async () => {
    const [people] = await queryRows<Record<string, number>>(
      `select count(distinct u.management_company_id)::int as companies, count(*)::int as people,
        count(*) filter (where not u.active)::int as inactive, count(*) filter (where s.user_id is null)::int as invited,
        count(*) filter (where u.email !~ '[.]example$')::int as elsewhere,
        (select count(*)::int from permission k join property p using (property_id) join app_user o using (user_id)
          where o.management_company_id <> p.management_company_id) as astray
       from app_user u left join user_secret s using (user_id) where u.management_company_id is not null`,
    )
    expect(people).toMatchObject({ companies: 25, elsewhere: 0, astray: 0 })
    expect(people?.people).toBeGreaterThan(60)
    expect(people?.inactive).toBeGreaterThan(2)
    expect(people?.invited).toBeGreaterThan(2)
  })

  test('each to-do of a company links to one screen, and accepted report cards have no open items', async () => {
    await secondClient.end()
    const portal = await openPortal({}, databaseNames[1])
    const paths = screens.map(({ path }) => ({ path }))
    const people = await queryRows<{ user_name: string }>(
      'select user_name from app_user join user_secret using (user_id) where active and management_company_id is not null',
    )
    const lineByKind = new Map<string, { persona: string; line: ToDoLine }>()
    for (const { user_name: persona } of people) {
      const lines = (await portal.ask(persona, 'GET', '/api/tasks/GetToDo')).body as ToDoLine[]
      for (const line of lines) {
        lineByKind.set(line.kind, { persona, line })
        expect(matchRoutes(paths, line.url.split('?')[0]!) ?? [], line.url).toHaveLength(1)
        // The link must not lead to a list of to-dos.
        expect(line.url).not.toMatch(/^\/todolist\/\w+\/\d+$/)
      }
    }
    expect([...lineByKind.keys()]).toEqual(expect.arrayContaining(['task.due', 'todo', 'reserve.returned']))
    await checkAcceptedCards(portal)
    await portal.close()
  }, 60_000)
})

/**
 * Checks that accepted cards have no open items. One was cleared, and has the letters of both decisions.
 */
async function checkAcceptedCards(portal: Awaited<ReturnType<typeof openPortal>>): Promise<void> {
  const cards = await queryRows<{ id: number; cleared: boolean }>(`
    (select afs_report_card_id as id, false as cleared from afs_report_card join annual_statement a using (afs_id)
      where a.status_id = 5 order by hashtext(a.afs_id::text) limit 40)
    union all select k.afs_report_card_id, true from afs_report_card k join annual_statement a using (afs_id)
      where a.status_id = 5 and a.opinion = 'Qualified'`)
  for (const { id, cleared } of cards) {
    const { status, body } = await portal.ask('agency.read', 'GET', `/api/AFSReportCard/vm/${id}?of=card`)
    expect(status).toBe(200)
    expect({ id, faults: checkCardApproval(body as CardView) }).toEqual({ id, faults: [] })
    if (!cleared) continue
    const { afsId } = (body as CardView).card
    const letters = await queryRows('select kind from letter where entity = $1 and row_id = $2 order by 1', [
      'AFS',
      afsId,
    ])
    expect(letters).toEqual([{ kind: 'clearance' }, { kind: 'denial' }])
  }
  expect(cards.filter((card) => card.cleared)).toHaveLength(1)
}

describe('the demonstration follows the rules of the product', () => {
  const { day } = buildPortfolio()

  test('no inspection is on a weekend or a holiday', async () => {
    expect(
      await queryRows(`select visited_on from compliance_inspection where extract(isodow from visited_on) > 5
        or visited_on in (select holiday_date from holiday)`),
    ).toEqual([])
  })

  test('the reply to a resident is due ten business days after the matter was received', async () => {
    const holidays = new Set(
      (await queryRows<{ day: string }>('select holiday_date::text as day from holiday')).map(
        (row) => row.day,
      ),
    )
    const terms = { loggedAt: new Date(day), replyDays: 10, lifeSafetyHours: 24, holidays }
    const matters = await queryRows<{ received: string; due: Date }>(
      'select received_on::text as received, due_at as due from resident_relations',
    )
    expect(matters.length).toBeGreaterThan(3)
    for (const { received, due } of matters)
      expect(new Date(due).toISOString()).toBe(
        getReplyDue({ receivedOn: received, lifeSafety: false }, terms),
      )
  })

  test('smaller 8: no form from years before the portal is due', async () => {
    expect(
      await queryRows(
        `select q.property_id from required_exhibits($1::date) q left join project_exhibit r on r.property_id = q.property_id
          and r.exhibit_id = q.exhibit_id and (not q.recurs or r.period_end = q.period_end)
          where q.required and r.status_id is null and q.period_end + q.due_days < $1::date - 800`,
        [day],
      ),
    ).toEqual([])
  })

  test('smaller 8: no report card stores an inspection score', async () => {
    expect(
      await queryRows('select 1 from afs_report_card where inspection_score is not null limit 1'),
    ).toEqual([])
  })

  test('the yearly cost of a loan follows from its terms', async () => {
    const loans = await queryRows<{ original: number; rate: number; months: number; service: number }>(
      `select original_amount::float8 as original, interest_rate::float8 as rate, amortization_months as months,
        annual_debt_service::float8 as service from loan
        where payment_terms = 'Amortizing' and annual_debt_service is not null and amortization_months < 720`,
    )
    expect(loans.length).toBeGreaterThan(100)
    const computeLevelService = ({ original, rate, months }: (typeof loans)[number]) =>
      (12 * original * (rate / 1200)) / (1 - (1 + rate / 1200) ** -months)
    // The number of months is rounded, so the payment of a short loan differs more.
    const deviating = loans.filter(
      (loan) => Math.abs(computeLevelService(loan) / loan.service - 1) > 1 / loan.months + 0.005,
    )
    expect(deviating).toEqual([])
  })
})
