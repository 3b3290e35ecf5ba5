import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#tests/crash/invariants.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

const PROPERTY = 1
const OPENING = 1000
const CLAIMED = [600, 700] as const

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(`
    with account as (insert into reserve_account (property_id, name, kind, opened_on) values (1, 'Operating reserve', 'Operating reserve', '2020-01-01') returning *)
    insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount)
    select property_id, reserve_account_id, '2020-01-01', 'Opening balance', ${OPENING} from account;
    insert into permission (user_id, property_id, key, read, write) values (5, 1, 'OperatingReserve', true, true)`)
})
afterAll(() => portal.close())

/** The two kinds of requests that draw from a property's reserves, with the save call and a draft of each. */
const kinds = [
  {
    path: '/api/ReplacementReserve',
    table: 'replacement_reserve_request',
    save: 'SaveReplacementProgress',
    draft: (claimed: number) => ({
      request: {
        propertyId: PROPERTY,
        requestType: 'Reimbursement',
        description: 'Boilers',
        certified: true,
      },
      items: [{ descriptionOfWork: 'Boiler', claimedAmount: claimed }],
    }),
  },
  {
    path: '/api/OperatingReserve',
    table: 'operating_reserve_request',
    save: 'saveOperatingProgress',
    draft: (claimed: number) => ({
      request: { propertyId: PROPERTY, reserveTypeId: 1, description: 'Short of cash' },
      items: [{ operatingReserveRequestTypeId: 1, description: 'Heating', claimedAmount: claimed }],
    }),
  },
] as const

type RequestInPlay = { kind: (typeof kinds)[number]; id: number }

async function saveDraft(kind: RequestInPlay['kind'], claimed: number): Promise<RequestInPlay> {
  const saved = await portal.ask('company.writer', 'POST', `${kind.path}/${kind.save}`, kind.draft(claimed))
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  const id = (saved.body as Record<string, number>)[
    `${kind.table.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`
  ]!
  // Steps check the reviewer's approved amounts, so they are set directly.
  await portal.owner.query(
    `update ${kind.table}_item set approved_amount = claimed_amount where ${kind.table}_id = $1`,
    [id],
  )
  return { kind, id }
}

/** Lists disagreements between requests and the ledger. Empty if they agree. */
async function findDisagreements(): Promise<string[]> {
  const { rows } = await portal.owner.query<{ wrong: string }>(
    kinds
      .map(
        ({
          table,
        }) => `select '${table} ' || r.${table}_id || ' at ' || r.status_id || ' has drawn ' || coalesce(e.drawn, 0) as wrong
          from ${table} r left join lateral (select -sum(amount) as drawn, count(*) filter (where kind = 'Release') as releases
            from reserve_entry where entity = '${table.replaceAll(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())}' and row_id = r.${table}_id) e on true
          where coalesce(e.drawn, 0) <> case when r.status_id = 5 then
              (select sum(approved_amount) from ${table}_item i where i.${table}_id = r.${table}_id) else 0 end
            or e.releases > (select count(*) from status_history s where s.entity = '${table.replaceAll(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())}'
              and s.row_id = r.${table}_id and s.to_status_id = 5)`,
      )
      .concat(
        `select 'account ' || reserve_account_id || ' is overdrawn' from reserve_entry group by reserve_account_id having sum(amount) < 0`,
        `select 'an entry of account ' || e.reserve_account_id || ' is of another property' from reserve_entry e join reserve_account a using (reserve_account_id) where a.property_id <> e.property_id`,
      )
      .join(' union all '),
  )
  return rows.map((row) => row.wrong)
}

/**
 * The next step from each status, by a person who may take it. The drafts lack documents, so an administrator
 * forces their submission.
 */
const nextStepByStatus: Readonly<
  Record<number, { to: number; forced: boolean; person: (typeof people)[number] }>
> = {
  1: { to: 2, forced: true, person: 'agency.admin' },
  2: { to: 3, forced: false, person: 'agency.write' },
  3: { to: 4, forced: false, person: 'agency.write' },
  4: { to: 5, forced: false, person: 'agency.manager' },
  5: { to: 3, forced: false, person: 'agency.admin' },
  6: { to: 3, forced: false, person: 'agency.admin' },
}
const people = ['company.writer', 'agency.write', 'agency.second', 'agency.manager', 'agency.admin'] as const
const reached = new Set<string>()

/** The number of sequences of up to thirty steps. The soak test runs 1,000. */
const SEQUENCES = Number(process.env.LEDGER_SEQUENCES ?? 15)

test(
  'ENT-17 after random steps on draws from two reserves, every release has an approved record, none is released twice and no account is overdrawn',
  async () => {
    const step = fc.record({
      which: fc.nat({ max: 3 }),
      // Most steps go to the next status, so that the last statuses are reached too.
      to: fc.constantFrom(0, 0, 0, 1, 2, 3, 4, 5, 6),
      forced: fc.boolean(),
      person: fc.constantFrom(...people),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 30 }), async (steps) => {
        const standings = await Promise.all(
          kinds.flatMap((kind) => CLAIMED.map((claimed) => saveDraft(kind, claimed))),
        )
        const statuses = standings.map(() => 1)
        for (const { which: index, ...move } of steps) {
          const { kind, id } = standings[index]!
          const next = nextStepByStatus[statuses[index]!]!
          const { to: statusId, forced, person } = move.to === 0 ? next : move
          const reply = await portal.ask(
            person,
            'POST',
            `${kind.path}/${forced ? 'ForceStatus' : 'ChangeStatus'}`,
            {
              id,
              statusId,
              reason: 'Because',
            },
          )
          expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(500)
          if (reply.status !== 200) continue
          statuses[index] = statusId
          reached.add(`${kind.table} ${forced ? 'forced' : 'taken'} ${statusId}`)
        }
        expect(await findDisagreements()).toEqual([])
        // Undoes all approvals, so that the next sequence starts with the same balances.
        for (const { kind, id } of standings)
          await portal.ask('agency.admin', 'POST', `${kind.path}/ForceStatus`, {
            id,
            statusId: 3,
            reason: 'Ended',
          })
        expect(await findDisagreements()).toEqual([])
      }),
      { numRuns: SEQUENCES, seed: 20_261_122, endOnFailure: true },
    )
    // Both kinds were approved or denied, and undone.
    for (const { table } of kinds)
      expect([...reached].filter((text) => text.startsWith(table) && /[56]$/.test(text))).not.toEqual([])
    const undone = await portal.owner.query(
      `select distinct entity from reserve_entry where kind = 'Reversal' and entity is not null`,
    )
    expect(undone.rowCount).toBe(kinds.length)
    expect(await findViolations(portal.owner)).toEqual([])
  },
  300_000 + SEQUENCES * 2_000,
)
